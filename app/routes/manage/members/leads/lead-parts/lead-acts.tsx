import { Form } from '@remix-run/react'
import { lostReasons } from '#app/domain/leads/lead-words.ts'
import { paths } from '#app/paths.ts'

type Choice = { id: string; name: string }

/** What is done with a lead, each a small form of its own. */
export function LeadActs(props: {
  studio: { slug: string }
  card: { id: string; stageId: string; next: { text: string } | null }
  live: boolean
  stages: readonly Choice[]
  lostStage: string
  trials: readonly { id: string; words: string }[]
  keys: readonly [string, string, string]
  tomorrow: string
}) {
  const { studio, card, live, stages, lostStage, trials, keys, tomorrow } = props
  const act = (name: Parameters<typeof paths.manageLeadAct>[2]) =>
    paths.manageLeadAct(studio, card.id, name)
  return (
    <div className="lead-acts">
      <Form noValidate method="post" action={act('contact')} className="row-form" key={keys[0]}>
        <input type="hidden" name="key" value={keys[0]} />
        <label>
          Log
          <select name="kind">
            <option value="call">A call</option>
            <option value="sms">A text</option>
            <option value="email">An email</option>
            <option value="note">A note</option>
          </select>
        </label>
        <label>
          What was said
          <input type="text" name="text" maxLength={2_000} autoComplete="off" />
        </label>
        <button type="submit" className="button">
          Log it
        </button>
      </Form>
      {live && (
        <Form noValidate method="post" action={act('next')} className="row-form" key={keys[1]}>
          <input type="hidden" name="key" value={keys[1]} />
          <label>
            Next
            <select name="action">
              <option value="call">Call</option>
              <option value="sms">Text</option>
              <option value="email">Email</option>
              <option value="meet">Meet</option>
              <option value="offer">Make an offer</option>
              <option value="other">Follow up</option>
            </select>
          </label>
          <label>
            Day
            <input type="date" name="on" defaultValue={tomorrow} required />
          </label>
          <label>
            Time
            <input type="time" name="at" defaultValue="10:00" required />
          </label>
          <label>
            Note (optional)
            <input type="text" name="note" maxLength={200} autoComplete="off" />
          </label>
          <button type="submit" className="button">
            Plan
          </button>
          {card.next && (
            <button type="submit" className="button quiet" name="done" value="1" formNoValidate>
              Done
            </button>
          )}
        </Form>
      )}
      {live && trials.length > 0 && (
        <Form noValidate method="post" action={act('trial')} className="row-form" key={keys[2]}>
          <input type="hidden" name="key" value={keys[2]} />
          <label>
            Trial
            <select name="occurrenceId">
              {trials.map(({ id, words }) => (
                <option key={id} value={id}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className="button" name="act" value="book">
            Book trial
          </button>
          <button type="submit" className="button quiet" name="act" value="hold">
            Hold for 12 hours
          </button>
        </Form>
      )}
      <Form noValidate method="post" action={act('stage')} className="row-form">
        <label>
          Stage
          <select name="stageId" defaultValue={card.stageId}>
            {stages.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="button">
          {live ? 'Move' : 'Reopen'}
        </button>
      </Form>
      {live && (
        <Form noValidate method="post" action={act('stage')} className="row-form">
          <input type="hidden" name="stageId" value={lostStage} />
          <label>
            Why lost
            <select name="reason">
              {Object.entries(lostReasons).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className="button quiet">
            Mark as lost
          </button>
        </Form>
      )}
    </div>
  )
}
