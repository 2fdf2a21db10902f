import { type EventForm, eventForm } from '#app/domain/events/event-fields.ts'
import type { EventDraft, SaveEventResult } from '#app/domain/events/save-event.server.ts'
import {
  type FormAnswer,
  invalid,
  outdated,
  parsePosted,
  readPosted,
  refused,
  shownAgain,
} from '#app/http/form.server.ts'
import { iconChoices } from '#app/http/icons.server.ts'
import { iconSearch, postedText, settleColour } from '#app/http/posted-picks.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'

export type ReadEvent =
  | {
      ok: true
      form: EventForm
      draft: EventDraft
      refusal: (result: Extract<SaveEventResult, { ok: false }>) => ReturnType<typeof refused>
    }
  /** The form is shown again: filled in wrongly (422), or its button only looked for icons. */
  | { ok: false; answer: FormAnswer | ReturnType<typeof invalid> }

/** Reads the form of an event, with what its pickers post. */
export async function readEvent(app: RequestContext, request: Request): Promise<ReadEvent> {
  const posted = await readPosted(request)
  settleColour(posted, 'colour')
  const search = iconSearch(posted, 'icon')
  const icons = await iconChoices(app.env, {
    query: search ?? '',
    chosen: postedText(posted, 'icon'),
  })
  const submission = parsePosted(posted, eventForm)
  if (search !== null) return { ok: false, answer: shownAgain(submission, { icons }) }
  if (submission.status !== 'success')
    return { ok: false, answer: invalid(submission, undefined, { icons }) }
  if (submission.value.icon !== '' && !icons.chosen) {
    return {
      ok: false,
      answer: invalid(submission, { icon: ['Choose an icon of the list'] }, { icons }),
    }
  }
  const { key: _k, version: _v, date, time, ...draft } = submission.value
  return {
    ok: true,
    form: submission.value,
    draft: { ...draft, localStart: `${date}T${time}` },
    refusal: (result) => {
      const beside = { icons }
      switch (result.reason) {
        case 'taken':
          return refused(submission, { fields: { roomId: result.clashes }, code: 'taken' }, beside)
        case 'over_room':
          return refused(
            submission,
            {
              fields: {
                capacity: [
                  'That’s more than the room holds. Choose another room or enter fewer ' +
                    'tickets',
                ],
              },
              code: 'over_room',
            },
            beside,
          )
        case 'below_sold':
          return refused(
            submission,
            {
              fields: { capacity: ['More are already sold. Enter at least that many'] },
              code: 'below_sold',
            },
            beside,
          )
        case 'over':
          return refused(
            submission,
            { fields: { date: ['Enter a time that is still to come'] }, code: 'over' },
            beside,
          )
        case 'changed':
          return outdated(submission, 'this event', beside)
        case 'not_found':
          return refused(
            submission,
            {
              form: ['A room, coach or discipline in this form has been removed. Reload the page.'],
              code: 'not_found',
            },
            beside,
          )
      }
    },
  }
}
