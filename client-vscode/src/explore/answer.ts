/** What the server's command `perfcast.server.workspaceForecasts` takes and gives. */
import { type Forecasts, type Workload } from "../forecast";

export const FORECASTS_COMMAND = "perfcast.server.workspaceForecasts";

export interface Question {
  /** The folders to look into; without them, those of the workspace. */
  folders?: string[];
}

export interface Unit {
  uri: string;
  name: string;
  kind: "function" | "method" | "kernel";
  /** Of its `def`, 1-based. */
  line: number;
  workload: Workload;
  device: string;
  forecasts: Forecasts;
  /** Why there are no grounds for a forecast; empty where there are. */
  outside: string[];
}

export interface Answer {
  units: Unit[];
  /** How many files were read. */
  files: number;
  skipped: { uri: string; reason: string }[];
  /** Whether it was cancelled: the rest of the files is missing. */
  stopped: boolean;
}
