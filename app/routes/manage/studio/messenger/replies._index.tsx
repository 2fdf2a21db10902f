import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { savedReplyForm } from '#app/domain/conversations/conversation-fields.ts'
import { mergeFields } from '#app/domain/conversations/merge-fields.ts'
import { keepReply, listSavedReplies } from '#app/domain/conversations/saved-replies.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Saved replies', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'messages:announce')
  return {
    studio: { slug: ctx.studio.slug },
    rules: fieldRules(savedReplyForm),
    replies: await listSavedReplies(ctx),
    fields: mergeFields.map(({ field, means }) => `{${field}} is ${means}`).join(', '),
    key: newId(),
  }
}

/** Keeps an answer: 303 to the list, 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'messages:announce')
  const submission = await parseForm(request, savedReplyForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await keepReply(ctx, submission.value)
  if (!result.ok)
    return refused(submission, {
      code: result.reason,
      fields: { name: ['Another saved reply has this name. Choose another.'] },
    })
  return redirectWithFlash(app, paths.manageSavedReplies(ctx.studio), 'Saved.')
}

export default function SavedReplies() {
  const { studio, rules, replies, fields, key } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('saved', ['key', 'name', 'text'], { answer, rules, values: { key } })
  return (
    <>
      <BackLink to={paths.manageMessenger(studio)}>Messages</BackLink>
      <PageHead title="Saved replies" intro="Answers that everyone at the desk can begin with." />
      <div className="split">
        <section>
          {replies.length > 0 ? (
            <ul className="counts">
              {replies.map(({ id, name, text }) => (
                <li key={id} className="saved-reply">
                  <div>
                    <h2>{name}</h2>
                    <p className="said">{text}</p>
                  </div>
                  <Form method="post" action={paths.manageSavedReplyRemoval(studio, id)}>
                    <button type="submit" className="button quiet small">
                      Delete<span className="vh"> {name}</span>
                    </button>
                  </Form>
                </li>
              ))}
            </ul>
          ) : (
            <Empty
              icon="note"
              title="No saved replies yet"
              text="Save what you answer again and again: how to freeze, where to park, what to bring."
            />
          )}
        </section>
        <section>
          <div className="section-head">
            <h2>Add a reply</h2>
          </div>
          <LiveFormBody of={form} className="sheet-form" key={key}>
            <HiddenFields values={{ key: String(form.fields.key.initialValue ?? key) }} />
            <TextField field={form.fields.name} label="Name" autoComplete="off" />
            <TextareaField field={form.fields.text} label="Words" hint={`${fields}.`} rows={5} />
            <div>
              <SendButton sending="Saving…">Save reply</SendButton>
            </div>
          </LiveFormBody>
        </section>
      </div>
    </>
  )
}
