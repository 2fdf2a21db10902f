/** A piece of a package's text, and what the Worker has in its place. */
export type Replacement = readonly [is: string, becomes: string]

/**
 * `code` with each piece replaced. Throws, which fails the build, where a piece is missing or found
 * twice: the package has changed, and `file` has to be looked at again.
 */
export function replacedText(
  code: string,
  replacements: readonly Replacement[],
  { of, file }: { of: string; file: string },
): string {
  return replacements.reduce((text, [is, becomes]) => {
    if (code.split(is).length !== 2) throw new Error(`${of} has changed, look at ${file}: ${is}`)
    return text.replace(is, () => becomes)
  }, code)
}
