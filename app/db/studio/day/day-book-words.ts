/** What an incident is of. */
export const incidentKinds = [
  'injury',
  'near_miss',
  'equipment',
  'behaviour',
  'property',
  'other',
] as const
export type IncidentKind = (typeof incidentKinds)[number]
