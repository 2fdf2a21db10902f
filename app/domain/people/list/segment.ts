/** Filters of the people list under a name. */
export type Segment = { id: string; name: string; params: string }
