// Sizes as a user writes them. Free of the editor's API.
const SIZE = /^([\p{L}_][\p{L}\p{N}\p{M}_]*)\s*=\s*(\d[\d_]*(?:\.\d+)?(?:e\+?\d+)?)$/iu;
const GREATEST = 1e12;

/** Numbers by name from a text such as `M=4096, N=4096`; throws with what is wrong, in words for the user. */
export function sizesIn(text: string): Record<string, number> {
  const parts = text.split(",").map((part) => part.trim()).filter((part) => part !== "");
  return Object.fromEntries(
    parts.map((part) => {
      const [, name = "", digits = ""] = SIZE.exec(part) ?? [];
      const size = Number(digits.replaceAll("_", ""));
      if (name === "" || size > GREATEST) {
        throw new Error(`NAME=NUMBER is expected, numbers from 0 to 1e12, not “${part}”.`);
      }
      return [name, size];
    }),
  );
}
