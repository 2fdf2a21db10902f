import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { writeFirst } from '#app/domain/conversations/answer.server.ts'
import { newConversationForm } from '#app/domain/conversations/conversation-fields.ts'
import { replyChannels, replyChannelWords } from '#app/domain/conversations/conversation-words.ts'
import { findPerson } from '#app/domain/people/find-person.server.ts'
import { personFilters } from '#app/domain/people/list/person-filters.ts'
import { suggestPeople } from '#app/domain/people/list/suggest-people.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { FindPerson } from '#app/ui/staff/find-person.tsx'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Write to someone', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'messages:write')
  const search = app.url.searchParams
  const asked = search.get('person')
  const person = asked === null ? null : await findPerson(ctx, asked)
  if (asked !== null && !person) throw notFound()
  const { q } = personFilters.pick({ q: true }).parse({ q: search.get('q') ?? '' })
  return {
    studio: { slug: ctx.studio.slug },
    rules: fieldRules(newConversationForm),
    q,
    person: person && { id: person.id, name: person.name },
    found: person || !q ? null : await suggestPeople(ctx, q),
    key: newId(),
  }
}

/** Sends the first word: 303 to the conversation, 422 beside it. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'messages:write')
  const person = app.url.searchParams.get('person') ?? ''
  const submission = await parseForm(request, newConversationForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await writeFirst(ctx, person, submission.value)
  if (!result) throw notFound()
  if (!result.ok && result.reason === 'answered_meanwhile')
    return redirect(paths.manageConversation(ctx.studio, result.conversationId ?? ''), 303)
  if (!result.ok) {
    const text = 'They can’t be reached that way. Choose another.'
    return refused(submission, { code: result.reason, fields: { channel: [text] } })
  }
  deliverSoon(app, ctx.db)
  const to = paths.manageConversation(ctx.studio, result.conversationId ?? '')
  return redirectWithFlash(app, to, 'Sent.')
}

export default function WriteFirst() {
  const { studio, rules, q, person, found, key } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('first', ['key', 'text', 'channel'], {
    answer,
    rules,
    values: { key, channel: 'app' },
  })
  return (
    <>
      <BackLink to={paths.manageMessenger(studio)}>Messages</BackLink>
      <PageHead
        title={person ? `Write to ${person.name}` : 'Write to someone'}
        intro={person ? '' : 'Find who you write to. To write to many, choose them under Members.'}
      />
      {person ? (
        <LiveFormBody of={form} className="sheet-form">
          <HiddenFields values={{ key: String(form.fields.key.initialValue ?? key) }} />
          <TextareaField field={form.fields.text} label="Message" rows={5} />
          <SelectField
            field={form.fields.channel}
            label="Send by"
            options={replyChannels.map((value) => ({ value, label: replyChannelWords[value] }))}
          />
          <FormEnd sending="Sending…" cancel={paths.manageMessenger(studio)}>
            Send message
          </FormEnd>
        </LiveFormBody>
      ) : (
        <FindPerson
          studio={studio}
          action={paths.manageMessageNew(studio)}
          q={q}
          found={found}
          keyOf={({ id }) => id}
          pathOf={({ id }) => paths.manageMessageNew(studio, { person: id })}
        >
          {({ id, name, note }) => (
            <>
              <a href={paths.manageMessageNew(studio, { person: id })}>
                <b>{name}</b>
              </a>{' '}
              <span className="muted">{note}</span>
            </>
          )}
        </FindPerson>
      )}
    </>
  )
}
