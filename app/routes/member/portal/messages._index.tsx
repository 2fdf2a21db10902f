import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { memberMessageForm } from '#app/domain/conversations/conversation-fields.ts'
import { myMessagesPage } from '#app/domain/conversations/my-messages-page.server.ts'
import { writeToStudio } from '#app/domain/conversations/write-to-studio.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requireBooker } from '#app/http/guards.server.ts'
import { answeredWords, groupWords, messageWords } from '#app/http/portal/message-words.server.ts'
import { ownPath } from '#app/paths/own-path.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { MessageList } from '#app/ui/portal/message-list.tsx'
import { newId } from '#app/values/id.ts'

export const handle = {
  styles: ['talk', 'lines', 'tag', 'form', 'button', 'back-link'],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Messages', { matches })

/** Messages of the viewer, or of a child they look after. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireBooker(context, 'looks_after')
  const { shell, messages, groups, answered } = await myMessagesPage(ctx, viewer)
  const search = app.url.searchParams
  return {
    shell,
    rules: fieldRules(memberMessageForm),
    studio: { slug: ctx.studio.slug, name: ctx.studio.name },
    messages: messageWords(ctx, messages),
    groups: groupWords(ctx, groups),
    answered: answeredWords(answered),
    about: (search.get('about') ?? '').slice(0, 120),
    aboutPath: ownPath(search.get('page') ?? '') ?? '',
    key: newId(),
  }
}

/** Sends a message: 303 to the page, 422 beside the words. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requireBooker(context, 'looks_after')
  const submission = await parseForm(request, memberMessageForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await writeToStudio(ctx, submission.value)
  if (!result.ok)
    return refused(submission, {
      code: result.reason,
      form: ['That’s a lot of messages at once. Wait a minute, then send it again.'],
    })
  return redirectWithFlash(app, paths.messages(ctx.studio), `Sent to ${ctx.studio.name}.`)
}

type Fields = { text: string; key: string; about: string; aboutPath: string }

export default function Messages() {
  const { rules, studio, messages, groups, answered, about, aboutPath, key } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = usePageForm<Fields>('message', answer, {
    rules,
    values: { text: '', key, about, aboutPath },
  })
  const sent = (name: keyof Fields) => String(form.fields[name]?.initialValue ?? '')
  return (
    <Main slim>
      <BackLink to={paths.portal(studio)}>Your account</BackLink>
      <Form
        of={form}
        names={['text']}
        title="Messages"
        intro={
          messages.length > 0 ? (
            <MessageList messages={messages} />
          ) : (
            <p className="soft">
              Ask {studio.name} anything: about a class, your plan or an injury. The answer appears
              here and comes by email. {answered}
            </p>
          )
        }
      >
        <HiddenFields
          values={{ key: sent('key') || key, about: sent('about'), aboutPath: sent('aboutPath') }}
        />
        {sent('about') && <p className="soft">About {sent('about')}</p>}
        <TextareaField field={form.fields.text} label={`Write to ${studio.name}`} />
        <SubmitButton>Send message</SubmitButton>
        {messages.length > 0 && answered && <p className="soft">{answered}</p>}
      </Form>
      {groups.length > 0 && (
        <section className="stack" aria-labelledby="groups">
          <h2 id="groups">Groups</h2>
          <ul className="lines tight">
            {groups.map(({ id, name, last, unread }) => (
              <li key={id}>
                <a className="go" href={paths.groupMessages(studio, id)}>
                  <span>
                    {name} {unread && <span className="tag warn">new</span>}
                    <br />
                    <small className="soft">{last}</small>
                  </span>
                  <Icon name="next" />
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Main>
  )
}
