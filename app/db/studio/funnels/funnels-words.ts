/** Words of funnels that rows are in. */
export const funnelStates = ['draft', 'live', 'paused', 'ended'] as const
export type FunnelState = (typeof funnelStates)[number]

/** Whether the one reminder of a start is to come, went out, or was not sent. */
export const reminderStates = ['none', 'waiting', 'sent', 'left_out'] as const
