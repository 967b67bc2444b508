/** What the server's command `perfcast.server.rank` takes and gives. */
export const RANK_COMMAND = "perfcast.server.rank";

export interface Question {
  uri: string;
  name: string;
  /** Of its `def`, 1-based. */
  line: number;
  /** A GPU by its name, or by its figures. */
  device: string;
  /** By name; where one is left out, the file says it or a default holds. */
  sizes?: Record<string, number>;
  /** How many of the most promising configurations are told. */
  top: number;
}

export interface Ranking {
  kernel: string;
  device: string;
  /** Whose configurations they are; usual ones where the file has none. */
  configurations: "file" | "default";
  /** With those that were left out. */
  count: number;
  ranked: readonly unknown[];
  left_out: readonly { reason: string }[];
  markdown: string;
}
