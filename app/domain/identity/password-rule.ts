/** Longest password in bytes, as the wire contract has it (what bcrypt reads). */
export const passwordMaxBytes = 72

/** What is wrong with a new password; null when it will do. `minLength` counts characters as people see letters. */
export function passwordProblem(password: string, minLength: number): 'too_short' | 'too_long' | null {
  if (new TextEncoder().encode(password).length > passwordMaxBytes) return 'too_long'
  return [...password].length < minLength ? 'too_short' : null
}
