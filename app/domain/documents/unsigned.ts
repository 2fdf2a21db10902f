/** What someone has to sign before they book. */
export type Unsigned = {
  documentId: string
  name: string
  /** They are under age: a parent or guardian signs. */
  guardian: boolean
}

/** As it comes from the database (`firstUnsignedSql`). */
export const toUnsigned = (json: string | null): Unsigned | null =>
  json === null ? null : (JSON.parse(json) as Unsigned)
