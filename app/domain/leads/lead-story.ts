/** A lead's page in words: what is known, what happened. Pure. */
import { consentLine, consentTitle } from '#app/domain/people/consents/consent-words.ts'
import type { PlainFormats } from '#app/values/formats.ts'
import type { Instant } from '#app/values/instant.ts'
import { dayMonthYear, deadlineNear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { timesWords } from './capture/form-definition.ts'
import type { LeadPage, TouchRow } from './lead-page.server.ts'
import { touchWords, waitWords } from './lead-words.ts'
import { sourceWords } from './list/card-words.ts'

const trialWords: Record<string, string> = {
  booked: 'Trial booked',
  held: 'Place held',
  came: 'Came to the trial',
  missed: 'Missed the trial',
  over: 'Trial or held place ended',
}

function whatOf({ kind, detail }: TouchRow): string {
  if (kind === 'stage') return `Moved from ${detail.from || 'nowhere'} to ${detail.to}`
  if (kind === 'trial') return trialWords[detail.outcome ?? ''] ?? 'Trial'
  if (kind === 'form') return detail.form ? `Sent the form ${detail.form}` : 'Sent a form'
  return touchWords[kind]
}

/** What the page of a lead says. */
export function leadFacts(
  { lead, touches, setting, consents, others }: LeadPage,
  { now, timeZone, locale }: PlainFormats & { now: Instant },
) {
  const today = localDate(now, timeZone)
  const near = (at: Instant) => deadlineNear(at, timeZone, locale, today)
  const pipeline = setting.pipelines.find(({ id }) => id === lead.pipelineId)
  const facts: [string, string][] = [
    ['Source', sourceWords(lead, setting.sources)],
    ['Campaign', lead.campaign],
    ['Wants', lead.interest],
    ['Could come', timesWords(lead.preferredTimes)],
    ['Owner', lead.owner ?? 'Nobody yet'],
    ['First touch', near(lead.createdAt)],
    ['Touches', String(lead.touches)],
    ['Answered after', lead.answerMinutes === null ? '' : waitWords(lead.answerMinutes)],
    ['Tags', lead.tags],
  ]
  return {
    stageName: pipeline?.stages.find(({ id }) => id === lead.stageId)?.name ?? '',
    facts: facts.filter(([, value]) => value !== ''),
    story: touches.map((touch) => ({
      id: touch.id,
      what: whatOf(touch),
      text: touch.text,
      by: touch.kind === 'form' ? '' : touch.byName,
      when: near(touch.at),
    })),
    consents: consents.map(({ latest, ...kind }) => ({
      name: consentTitle(kind),
      line: latest ? consentLine(latest) : 'Not given',
    })),
    others: others.map(({ id, state, createdAt }) => ({
      id,
      words: `${dayMonthYear(localDate(createdAt, timeZone), locale)}, ${state}`,
    })),
  }
}
