import { Form } from '@remix-run/react'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

type Comment = {
  id: string
  text: string
  authorName: string
  at: string
  about: string
  settledAt: string | null
}

/** What coaches say to one another about a flow. */
export function Comments(props: {
  path: string
  comments: readonly Comment[]
  rules: FormRules
  sayKey: string
  item: { id: string; name: string } | null
  canWrite: boolean
}) {
  const { path, comments, rules, sayKey, item, canWrite } = props
  return (
    <section className="part" aria-labelledby="comments">
      <h2 id="comments">Comments</h2>
      {comments.length > 0 && (
        <ul className="lines">
          {comments.map(({ id, text, authorName, at, about, settledAt }) => (
            <li key={id}>
              <span className={settledAt ? 'muted' : undefined}>
                {about && <b>{about}: </b>}
                {text} <span className="muted">{`${authorName}, ${at}`}</span>
              </span>
              {canWrite && (
                <Form method="post" action={path}>
                  <HiddenFields values={{ act: settledAt ? 'reopen' : 'settle', key: id }} />
                  <button type="submit" className="button small quiet">
                    {settledAt ? 'Reopen' : 'Settle'}
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      {canWrite && (
        <SmallForm
          id="comment"
          key={sayKey}
          names={['text']}
          rules={rules}
          action={path}
          className="sheet-form"
        >
          {({ text }) => (
            <>
              <HiddenFields values={{ act: 'add', key: sayKey, item: item?.id }} />
              <TextareaField
                field={text}
                label={item ? `Comment on ${item.name}` : 'Comment'}
                rows={2}
              />
              <div>
                <button type="submit" className="button">
                  Add comment
                </button>
              </div>
            </>
          )}
        </SmallForm>
      )}
    </section>
  )
}
