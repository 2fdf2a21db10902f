/** Why a plan was not saved, as its form says it. */
import { priceNoticeDays } from '#app/domain/entitlements/offers/plan-form.ts'
import type { SavePlanResult } from '#app/domain/entitlements/offers/save-plan.server.ts'

type Reason = Extract<SavePlanResult, { ok: false }>['reason']

const beside: Partial<Record<Reason, string>> = {
  name_taken: 'name',
  notice: 'moveOn',
  no_peak_hours: 'times',
}

/** The sentence beside its field, or above the form. */
export function planRefusal(reason: Reason, { isNew }: { isNew: boolean }) {
  const sentence = sentences[reason]
  const text = typeof sentence === 'string' ? sentence : sentence[isNew ? 0 : 1]
  const field = beside[reason]
  return field ? { code: reason, fields: { [field]: [text] } } : { code: reason, form: [text] }
}

const sentences: Record<Reason, string | [ofNew: string, ofChange: string]> = {
  not_found: 'This plan is gone. Open it again from the list.',
  discipline_gone: 'One of the disciplines is gone. Reload the page and try again.',
  choice_gone: 'A location or document is gone. Reload the page and choose again.',
  name_taken: [
    'A plan with this name is on sale. Choose another name, or change that one.',
    'Another plan has or had this name. Choose another.',
  ],
  changed_meanwhile:
    'Someone else changed this plan meanwhile. Open it again from the list; yours isn’t saved.',
  notice: `People are told ${priceNoticeDays} days before they pay more. Choose a later day.`,
  no_peak_hours: 'You have no peak hours yet. Set them in Settings, or choose any time.',
}
