import { Form, Link } from '@remix-run/react'
import { useRef } from 'react'
import type { OpenWords } from '#app/domain/conversations/inbox-words.ts'
import { paths } from '#app/paths.ts'
import { controlProps, FieldError, shownValue } from '#app/ui/form/field-frame.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

type Open = OpenWords

/** The answer: its words, a saved one to begin with, how it goes out; or a note among staff. */
export function ReplyBox(props: {
  open: Open
  replyKey: string
  studio: { slug: string }
  rules: FormRules
  answer: PageFormAnswer | undefined
  /** The text of a saved reply that was chosen. */
  begun: string
}) {
  const { open, replyKey, studio, rules, answer, begun } = props
  const form = useLiveForm('reply', ['text', 'channel', 'key', 'seen'], {
    answer,
    rules,
    values: { text: begun, channel: 'app', key: replyKey, seen: String(open.seen) },
  })
  const { text, channel, key } = form.fields
  const box = useRef<HTMLTextAreaElement>(null)
  return (
    <div className="reply">
      {open.replies.length > 0 && (
        <Form className="saved" action={paths.manageConversation(studio, open.id)}>
          <label>
            <span className="vh">Begin with a saved reply</span>
            <select name="reply" defaultValue="">
              <option value="">Begin with a saved reply</option>
              {open.replies.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className="button small">
            Use
          </button>
        </Form>
      )}
      <LiveFormBody of={form}>
        <input type="hidden" name="key" defaultValue={String(key.initialValue ?? replyKey)} />
        <input type="hidden" name="seen" value={open.seen} />
        <div className={text.errors ? 'field wrong' : 'field'}>
          <label htmlFor={text.id} className="vh">
            Answer to {open.who}
          </label>
          <FieldError field={text} />
          <textarea
            {...controlProps(text, null, 'lines')}
            ref={box}
            rows={3}
            placeholder={`Write to ${open.who}`}
            defaultValue={shownValue(text)}
          />
        </div>
        <div className="reply-end">
          {open.kind === 'person' && (
            <label className="narrow">
              <span className="vh">Send by</span>
              <select name="channel" defaultValue={shownValue(channel) || 'app'}>
                {open.channels.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          )}
          <button type="submit" className="button quiet" name="act" value="note">
            <Icon name="lock" /> Note for staff
          </button>
          <button type="submit" className="button" name="act" value="send_resolve">
            Send and resolve
          </button>
          <SendButton sending="Sending…">Send</SendButton>
        </div>
      </LiveFormBody>
      <p className="muted">
        Fields such as {'{first name}'} are filled in.{' '}
        <Link to={paths.manageSavedReplies(studio)}>Saved replies</Link>
      </p>
    </div>
  )
}
