/** Filters of the people list under a name. */
/** `shared` is 0 where only who saved it sees it. */
export type Segment = { id: string; name: string; params: string; shared: number }
