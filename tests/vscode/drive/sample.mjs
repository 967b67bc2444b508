// What is known of the fixture's sample.py, and of hints.
const AMOUNT = String.raw`[≈≤>]?[\d.]+(?: ?(?:B|[KMGT]iB|ns|µs|ms|s|min|h))?(?:–>?[\d.]+)? ?(?:B|[KMGT]iB|ns|µs|ms|s|min|h)`;
/** Both metrics, as ranges. */
export const HINT = new RegExp(`^${AMOUNT} ?· ?${AMOUNT}(?: ?@[\\d.]+[kMG]?)?$`);
export const TOTAL = "def total(nums: list[int]) -> int:";
export const EDITED = "def edited(nums: list[int]) -> list[int]:";
export const PAIRS = "def pairs(nums: list[int]) -> list[tuple[int, int]]:";
export const MOST_COMMON = "    def most_common(self, k: int = 3) -> list[str]:";
export const ENCODE = "def encode(rows: dict[str, int]) -> str:";

/** In slow.py: it takes longer than any test. */
export const SLOW = "def slow(seconds: int = 60) -> None:";
