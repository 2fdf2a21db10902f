/** What someone has to sign before they book. */
export type Unsigned = {
  documentId: string
  name: string
  /** They are under age: a parent or guardian signs. */
  guardian: boolean
  /** Whom the reader signs for, where that is a child of theirs. */
  child?: string
}

/** As it comes from the database (`firstUnsignedSql`). */
export function toUnsigned(
  json: string | null,
  /** Who reads it: the person, or their guardian. */
  { guardianId, personId }: { guardianId?: string | undefined; personId?: string | null } = {},
): Unsigned | null {
  if (json === null) return null
  const unsigned = JSON.parse(json) as Unsigned
  return guardianId && personId ? { ...unsigned, guardian: false, child: personId } : unsigned
}
