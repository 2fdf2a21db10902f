/** Someone a box proposes while a name is typed; `note` tells two of one name apart. */
export type SuggestedPerson = { id: string; name: string; note: string }
