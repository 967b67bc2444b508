/** What was thrown, in words. Apart from `reasons.ts`, whose imports exist in an editor alone. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
