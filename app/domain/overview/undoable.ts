/** Changes of a person that can be taken back, while nothing was built on them. */
export const undoable: Readonly<Record<string, true>> = {
  'person.archived': true,
  'note.added': true,
  'level.set': true,
  'package.given': true,
  'membership.given': true,
  'credits.adjusted': true,
}

/** The id of the audit line that takes line `entryId` back; being one, it can be written once. */
export const undoId = (entryId: string) => `undo-${entryId}`
