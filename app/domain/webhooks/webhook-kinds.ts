/** What a webhook can be told of: the happenings of the studio that other programs can use. Pure. */
import type { TriggerKind } from '#app/db/studio/automation/automations-words.ts'
import type { HappeningKind } from '#app/domain/happenings/happening-kinds.ts'
import type { PersonHappening } from '#app/domain/happenings/person-happenings.server.ts'

/** What staff wrote to people is theirs, and no event. */
type Written = 'roster.written_to' | 'people.written_to'
export type WebhookKind = Exclude<HappeningKind, Written> | `person.${PersonHappening}`

/** What is posted: an event, a test, or what an automation sends. */
export type PostedKind = WebhookKind | 'webhook.test' | `automation.${TriggerKind}`

/** Each with what happened, in words. */
export const webhookKinds: Record<WebhookKind, string> = {
  'person.added': 'Someone is added',
  'person.joined': 'Someone joins',
  'person.changed': 'Someone’s details change',
  'person.left': 'Someone leaves',
  'person.returned': 'Someone comes back',
  'person.archived': 'Someone is archived',
  'person.restored': 'Someone is restored',
  'person.banned': 'Someone is banned',
  'person.ban_lifted': 'Someone is no longer banned',
  'person.merged': 'Two records are merged',
  'person.erased': 'Someone’s data is erased',
  'class.cancelled': 'A class, session or appointment is cancelled',
  'class.restored': 'A cancelled class is restored',
  'classes.changed': 'Classes get another time, room or coach',
  'session.moved': 'A session of a course is moved',
  'course.cancelled': 'A course or workshop is cancelled',
  'event.moved': 'An event is moved',
  'event.cancelled': 'An event is cancelled',
}

export const webhookKindNames = Object.keys(webhookKinds) as [WebhookKind, ...WebhookKind[]]

export const isWebhookKind = (kind: string): kind is WebhookKind => kind in webhookKinds
