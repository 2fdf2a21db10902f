/** Which test file of this process it is: the first is 1. Counted by `each-file.ts`. */
export const testFile = { turn: 0 }
