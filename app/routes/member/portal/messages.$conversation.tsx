import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { memberMessageForm } from '#app/domain/conversations/conversation-fields.ts'
import { groupMessagesPage } from '#app/domain/conversations/my-messages-page.server.ts'
import { markRead, writeToGroup } from '#app/domain/conversations/write-to-studio.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { notFound, requireBooker } from '#app/http/guards.server.ts'
import { messageWords } from '#app/http/portal/message-words.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { MessageList } from '#app/ui/portal/message-list.tsx'
import { newId } from '#app/values/id.ts'

export const handle = { styles: ['talk', 'form', 'button', 'back-link'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.group.name ?? 'Messages', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireBooker(context, 'looks_after')
  const page = await groupMessagesPage(ctx, viewer, params.conversation ?? '')
  if (!page) throw notFound()
  return {
    shell: page.shell,
    rules: fieldRules(memberMessageForm),
    studio: { slug: ctx.studio.slug },
    group: page.group,
    messages: messageWords(ctx, page.messages, true),
    key: newId(),
  }
}

/** Writes to the group: 303 to it, 422 beside the words. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requireBooker(context, 'looks_after')
  const id = params.conversation ?? ''
  const submission = await parseForm(request, memberMessageForm)
  if (submission.status !== 'success') return invalid(submission)
  if (!(await writeToGroup(ctx, id, submission.value))) throw notFound()
  await markRead(ctx, id)
  return redirectWithFlash(app, paths.groupMessages(ctx.studio, id), 'Sent.')
}

export default function GroupMessages() {
  const { rules, studio, group, messages, key } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = usePageForm<{ text: string; key: string }>('message', answer, {
    rules,
    values: { text: '', key },
  })
  return (
    <Main slim>
      <BackLink to={paths.messages(studio)}>Messages</BackLink>
      <Form
        of={form}
        names={['text']}
        title={group.name}
        intro={
          messages.length > 0 ? (
            <MessageList messages={messages} />
          ) : (
            <p className="soft">Nobody has written yet. Everyone in the group reads it.</p>
          )
        }
      >
        <HiddenFields values={{ key: String(form.fields.key?.initialValue || key) }} />
        <TextareaField field={form.fields.text} label="Write to the group" />
        <SubmitButton>Send message</SubmitButton>
      </Form>
    </Main>
  )
}
