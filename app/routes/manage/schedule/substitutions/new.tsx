import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findClassAtDesk } from '#app/domain/bookings/roster/find-class-at-desk.server.ts'
import { whenWords } from '#app/domain/bookings/roster/roster-words.ts'
import { askForSubstitute } from '#app/domain/planning/ask-substitute.server.ts'
import { askForm, substitutionRefusals } from '#app/domain/planning/substitution-forms.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { listPeopleWhoMay } from '#app/domain/studios/who-may.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Ask for a substitute', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'subs:ask')
  const occurrence = await findClassAtDesk(ctx, app.url.searchParams.get('class') ?? '')
  if (!occurrence) throw notFound()
  const { id, title, coachName } = occurrence
  return {
    rules: fieldRules(askForm),
    studio: { slug: ctx.studio.slug },
    id,
    title,
    coachName,
    key: newId(),
    when: whenWords(occurrence, ctx.studio.locale),
  }
}

/**
 * Asks for a substitute. 303 to the request, also where there is one already; a coach asks only for
 * their own class.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'subs:ask')
  const submission = await parseForm(request, askForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await askForSubstitute(ctx, {
    ...submission.value,
    onlyOwn: !may(viewer.role, 'subs:offer'),
    tell: await listPeopleWhoMay(app.directory, ctx.studio.id, 'subs:approve'),
  })
  deliverSoon(app, ctx.db)
  if (result.ok || result.reason === 'asked') {
    return redirect(paths.manageSubstitution(ctx.studio, result.requestId), 303)
  }
  if (result.reason === 'not_found') throw notFound()
  return refused(submission, {
    form: [substitutionRefusals[result.reason] ?? ''],
    code: result.reason,
  })
}

export default function AskForSubstitute() {
  const { rules, studio, id, key, title, when, coachName } = useLoaderData<typeof loader>()
  const live = useLiveForm('ask', ['reason'], {
    answer: useActionData() as PageFormAnswer | undefined,
    rules,
  })
  return (
    <>
      <BackLink to={paths.manageClass(studio, id)}>{title}</BackLink>
      <PageHead
        title="Ask for a substitute"
        intro={`${title}, ${when}. ${coachName} can’t teach.`}
      />
      <LiveFormBody
        of={live}
        className="sheet-form"
        action={paths.manageSubstitutionNew(studio, { class: id })}
      >
        <HiddenFields values={{ key, occurrenceId: id }} />
        <p>
          Nobody in the class is told yet. Next you choose who to ask. We tell everyone booked once
          someone takes it.
        </p>
        <TextField field={live.fields.reason} label="Why" hint="Only staff see this." />
        <FormEnd sending="Asking…" cancel={paths.manageClass(studio, id)}>
          Ask for a substitute
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
