/** What someone has to sign before they book. */
export type Unsigned = {
  documentId: string
  name: string
  /** They are under age: a parent or guardian signs. */
  guardian: boolean
  /** Whom the reader signs for, where that is a child of theirs. */
  child?: string
  /** An adult for whom the reader books: they sign themselves. */
  themselves?: true
}

/** As it comes from the database (`firstUnsignedSql`). */
export function toUnsigned(
  json: string | null,
  /** Who reads it: the person, or who books for them. */
  { guardianId, personId }: { guardianId?: string | undefined; personId?: string | null } = {},
): Unsigned | null {
  if (json === null) return null
  const { adult, ...unsigned } = JSON.parse(json) as Unsigned & { adult: boolean }
  if (!guardianId || !personId) return unsigned
  return adult
    ? { ...unsigned, themselves: true }
    : { ...unsigned, guardian: false, child: personId }
}
