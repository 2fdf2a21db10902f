/** Which test file of this process it is: the first is 1. Counted by `each-file.ts`. */
export const testFile = { turn: 0 }

const endings: (() => unknown)[] = []

/**
 * Ends what a file started, once it is over. For support that is asked within a hook or a test, where
 * Vitest takes an `afterAll` and never runs it.
 */
export function afterFile(end: () => unknown): void {
  endings.push(end)
}

/** Ends what the file that is over has started, the last first. */
export async function endFile(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end()
}
