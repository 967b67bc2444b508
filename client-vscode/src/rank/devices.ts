// Which GPUs are offered. Free of the editor's API.
const OFFERED = ["T4", "L4", "A10", "A100-80GB", "H100", "H200", "B200"];

/** The one of the settings is first, whether it is offered anyway or not; an empty one stands for none. */
export function deviceChoices(setting: string): string[] {
  const own = setting.trim();
  const others = OFFERED.filter((name) => name.toLowerCase() !== own.toLowerCase());
  return own === "" ? others : [OFFERED.find((name) => !others.includes(name)) ?? own, ...others];
}
