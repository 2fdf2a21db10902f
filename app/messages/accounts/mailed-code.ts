/** What a letter with a link says of the code that works in its place; `minutes` is how long. */
export const mailedCode = (code: string, minutes: number): string[] => [
  `If you’re asked for a code, it’s ${code}.`,
  `Both work once, for ${minutes} minutes. A newer email replaces the code.`,
]
