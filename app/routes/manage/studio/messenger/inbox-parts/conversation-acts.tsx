import { Form, Link } from '@remix-run/react'
import type { OpenWords } from '#app/domain/conversations/inbox-words.ts'
import { paths } from '#app/paths.ts'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Label } from '#app/ui/list/label.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

type Open = OpenWords

/** The head of a conversation: who, its state, and what is done with it. */
export function ConversationHead({
  open,
  studio,
  rules,
}: {
  open: Open
  studio: { slug: string }
  rules: FormRules
}) {
  const path = paths.manageConversationAct(studio, open.id)
  return (
    <header>
      <Link className="back only-narrow" to={paths.manageMessenger(studio)}>
        <Icon name="back" />
        <span className="vh">All conversations</span>
      </Link>
      <div>
        <h1>{open.who}</h1>
        <p className="muted">
          <Label {...open.stateLabel} /> {[open.address, open.answeredIn].filter(Boolean).join(' ')}
        </p>
      </div>
      <div className="actions">
        <details className="fly">
          <summary className="button small">Snooze</summary>
          <Form method="post" action={path}>
            <input type="hidden" name="act" value="snooze" />
            {open.snoozes.map(({ value, label }) => (
              <button key={value} type="submit" className="button small" name="until" value={value}>
                {label}
              </button>
            ))}
          </Form>
        </details>
        <details className="fly">
          <summary className="button small">Assign</summary>
          <Form method="post" action={path}>
            <label>
              Who answers
              <select name="personId" defaultValue={open.assigneeId}>
                <option value="">Nobody in particular</option>
                {open.staff.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
            <button type="submit" className="button" name="act" value="assign">
              Assign
            </button>
          </Form>
        </details>
        <details className="fly">
          <summary className="button small">More</summary>
          <MoreOf open={open} path={path} rules={rules} />
        </details>
        <Form method="post" action={path}>
          {open.state === 'resolved' ? (
            <button type="submit" className="button small" name="act" value="reopen">
              Reopen
            </button>
          ) : (
            <button type="submit" className="button small" name="act" value="resolve">
              Resolve
            </button>
          )}
        </Form>
      </div>
    </header>
  )
}

function MoreOf({ open, path, rules }: { open: Open; path: string; rules: FormRules }) {
  const form = useLiveForm('more', ['labels'], {
    answer: undefined,
    rules,
    values: { labels: open.labels },
  })
  return (
    <LiveFormBody of={form} action={path}>
      <TextField
        field={form.fields.labels}
        label="Labels, separated by commas"
        autoComplete="off"
      />
      <button type="submit" className="button small" name="act" value="label">
        Save labels
      </button>
      <button type="submit" className="button small" name="act" value="pending">
        Wait for their answer
      </button>
      {open.kind === 'person' && open.others.length > 0 && (
        <>
          <label>
            Merge into
            <select name="intoId" defaultValue="">
              <option value="">Choose a conversation</option>
              {open.others.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className="button small" name="act" value="merge">
            Merge
          </button>
        </>
      )}
    </LiveFormBody>
  )
}
