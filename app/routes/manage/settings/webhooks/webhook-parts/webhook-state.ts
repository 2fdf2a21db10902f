import type { WebhookPause } from '#app/db/studio/automation/webhooks-words.ts'

export const notPublic =
  'Enter an address that begins with https:// and is on the public internet, without a port or password'

/** How a webhook is, as a label. */
export function stateOf({
  paused,
  failingSince,
}: {
  paused: WebhookPause | ''
  failingSince: string | null
}) {
  if (paused === 'staff') return { text: 'Paused', tone: null }
  if (paused) return { text: 'Paused: failing', tone: 'bad' as const }
  if (failingSince) return { text: 'Failing', tone: 'warn' as const }
  return { text: 'On', tone: 'good' as const }
}
