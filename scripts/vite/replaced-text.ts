import { type Mapped, rewritten } from './syntax.ts'

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
): Mapped {
  const changes = replacements.map(([is, becomes]) => {
    const start = code.indexOf(is)
    if (start < 0 || code.includes(is, start + 1))
      throw new Error(`${of} has changed, look at ${file}: ${is}`)
    return { start, end: start + is.length, becomes }
  })
  return rewritten(code, changes)
}
