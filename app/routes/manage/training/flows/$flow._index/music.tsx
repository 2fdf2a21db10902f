import { Form } from '@remix-run/react'
import { timerWords } from '#app/domain/flows/plan/flow-words.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { type PageFormAnswer, sentOf } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

type Track = { id: string; title: string; seconds: number; licence: string }

/** The music of a flow with its licence; items choose from it. */
export function Music(props: {
  answer: PageFormAnswer | undefined
  path: string
  tracks: readonly Track[]
  rules: FormRules
  trackKey: string
  canWrite: boolean
}) {
  const { answer, path, tracks, rules, trackKey, canWrite } = props
  const own = sentOf(answer)?.act === 'track' ? answer : undefined
  const form = useLiveForm('track', ['title', 'length', 'licence'], { answer: own, rules })
  if (!canWrite && tracks.length === 0) return null
  return (
    <section className="part" aria-labelledby="music">
      <h2 id="music">Music</h2>
      {tracks.length > 0 && (
        <ul className="lines">
          {tracks.map(({ id, title, seconds, licence }) => (
            <li key={id}>
              <b>{title}</b>
              <span className="muted">
                {[timerWords(seconds), licence].filter(Boolean).join(', ')}
              </span>
              {canWrite && (
                <Form method="post" action={path}>
                  <HiddenFields values={{ act: 'remove_track', track: id }} />
                  <button
                    type="submit"
                    className="button small square quiet"
                    aria-label={`Remove ${title}`}
                  >
                    <Icon name="trash" />
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      {canWrite && (
        <details className="form-fold" open={own !== undefined || undefined}>
          <summary>
            <Icon name="next" /> Add music
          </summary>
          <LiveFormBody of={form} action={path} className="sheet-form two-columns" key={trackKey}>
            <HiddenFields values={{ act: 'track', key: trackKey }} />
            <div className="whole">
              <TextField field={form.fields.title} label="Title and artist" autoComplete="off" />
            </div>
            <TextField field={form.fields.length} label="Length" autoComplete="off" />
            <TextField
              field={form.fields.licence}
              label="Licence"
              hint="Such as PRS and PPL, or CC BY"
              autoComplete="off"
            />
            <div className="form-end whole">
              <SendButton sending="Adding…">Add music</SendButton>
            </div>
          </LiveFormBody>
        </details>
      )}
    </section>
  )
}
