/** Closed lists of automations, for the schema and for pages. */

export const automationStates = ['draft', 'live', 'paused'] as const
export type AutomationState = (typeof automationStates)[number]

/** What begins a run: each is a cause that people have, found in the rows themselves. */
export const triggerKinds = [
  'no_visit',
  'joined',
  'first_class',
  'pack_ending',
  'no_show',
  'birthday',
] as const
export type TriggerKind = (typeof triggerKinds)[number]

/** SM-AUTO. */
export const runStates = [
  'waiting',
  'sent',
  'done',
  'exited',
  'skipped',
  'failed',
  'cancelled',
] as const
export type RunState = (typeof runStates)[number]

/** Why somebody is left out, or a run ended before its end. */
export const leftOutReasons = [
  'unmatched',
  'frozen',
  'unsubscribed',
  'minor',
  'no_address',
  'booked',
  'came_back',
  'over',
  'capped',
  'gone',
  'no_webhook',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]
