import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { paperForm, withdrawForm } from '#app/domain/documents/document-forms.ts'
import { listPersonDocuments } from '#app/domain/documents/document-queries.server.ts'
import { signedWords } from '#app/domain/documents/document-words.ts'
import { noteSignedOnPaper, withdrawSignature } from '#app/domain/documents/sign-document.server.ts'
import { filesOfPerson } from '#app/domain/files/file-queries.server.ts'
import { tabsFor } from '#app/domain/overview/history/history-tabs.ts'
import { findPerson } from '#app/domain/people/find-person.server.ts'
import { isMinor } from '#app/domain/people/minors.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { postedText } from '#app/http/posted-picks.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { PersonTabs } from '#app/ui/staff/person-tabs.tsx'
import { newId } from '#app/values/id.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(`Documents of ${data?.person.name ?? 'a member'}`, { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'people:write')
  const person = await findPerson(ctx, params.person ?? '')
  if (!person) throw notFound()
  const { slug, timeZone, locale } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const documents = (await listPersonDocuments(ctx, person.id)).map((row) => ({
    id: row.id,
    name: row.name,
    signatureId: row.signatureId,
    ...signedWords(row, { timeZone, locale }),
  }))
  const unsigned = documents.filter(({ signed }) => !signed)
  return {
    studio: { slug },
    tabs: tabsFor(viewer.role).map(({ id, name }) => ({ id, name })),
    person: { id: person.id, name: person.name, minor: isMinor(person.birthDate, today) },
    documents,
    files: await filesOfPerson(ctx, viewer.role, person.id),
    addsFiles: may(viewer.role, 'library:write'),
    unsigned: unsigned.map(({ id, name }) => ({ value: id, label: name })),
    rules: { paper: fieldRules(paperForm), withdraw: fieldRules(withdrawForm) },
    key: newId(),
    values: {
      document: unsigned[0]?.id ?? '',
      signerName: isMinor(person.birthDate, today) ? '' : person.name,
      signedOn: today,
    },
  }
}

/** Notes a signature on paper, or ends one with a reason: 303 to this page, 422 with what is wrong. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:write')
  const personId = params.person ?? ''
  const posted = await readPosted(request)
  const page = paths.managePersonAct(ctx.studio, personId, 'documents')
  const signatureId = postedText(posted, 'signature')
  if (signatureId !== '') {
    const submission = parsePosted(posted, withdrawForm)
    if (submission.status !== 'success') return invalid(submission)
    const { reason } = submission.value
    if (!(await withdrawSignature(ctx, { personId, signatureId, reason }))) throw notFound()
    return redirectWithFlash(app, page, 'The signature no longer counts.')
  }
  const submission = parsePosted(posted, paperForm)
  if (submission.status !== 'success') return invalid(submission)
  const today = localDate(ctx.now, ctx.studio.timeZone)
  if (submission.value.signedOn > today) {
    const message = 'Enter the date on the paper, today or earlier'
    return refused(submission, { fields: { signedOn: [message] }, code: 'in_future' })
  }
  if (!(await noteSignedOnPaper(ctx, personId, submission.value))) {
    if (!(await findPerson(ctx, personId))) throw notFound()
    const message = 'This document is no longer in use. Choose another one.'
    return refused(submission, { fields: { document: [message] }, code: 'not_found' })
  }
  return redirectWithFlash(app, page, 'Noted as signed on paper.')
}

export default function PersonDocuments() {
  const { studio, tabs, person, documents, files, addsFiles, unsigned, rules, key, values } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const live = useLiveForm('paper', ['document', 'signerName', 'signedOn'] as const, {
    answer,
    values,
    rules: rules.paper,
  })
  return (
    <>
      <PageHead
        title={`Documents of ${person.name}`}
        intro={
          person.minor
            ? 'A parent or guardian signs in their own account, or on paper at the desk.'
            : 'They sign in their account, or on paper at the desk.'
        }
      />
      <PersonTabs {...{ studio, tabs }} personId={person.id} current="documents" write />
      <div className="sections">
        <section aria-label="Documents">
          {documents.length === 0 && <p className="muted">No documents are for them.</p>}
          <ul className="lines">
            {documents.map(({ id, name, text, needed, signatureId }) => (
              <li key={id}>
                <b>{name}</b> <span className={needed ? 'warn' : 'muted'}>{text}</span>
                {signatureId && (
                  <>
                    {' '}
                    <Link to={paths.manageSignature(studio, person.id, signatureId)}>
                      Signed copy<span className="vh"> of {name}</span>
                    </Link>
                  </>
                )}
                {signatureId && (
                  <details>
                    <summary>
                      Withdraw this signature<span className="vh"> of {name}</span>
                    </summary>
                    <SmallForm
                      id={`withdraw-${signatureId}`}
                      names={['reason']}
                      rules={rules.withdraw}
                    >
                      {({ reason }) => (
                        <>
                          <HiddenFields values={{ signature: signatureId }} />
                          <TextField
                            field={reason}
                            label="Reason"
                            hint="It is kept in the record."
                          />
                          <SendButton sending="Withdrawing…">Withdraw signature</SendButton>
                        </>
                      )}
                    </SmallForm>
                  </details>
                )}
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="files-title">
          <h2 id="files-title">Files</h2>
          {files.length === 0 && <p className="muted">No files are theirs alone.</p>}
          <ul className="lines">
            {files.map(({ id, name }) => (
              <li key={id}>
                <Link to={paths.manageFile(studio, id)}>{name}</Link>
              </li>
            ))}
          </ul>
          {addsFiles && (
            <p>
              <Link className="button" to={paths.manageFileNew(studio, { person: person.id })}>
                Add a file
              </Link>
            </p>
          )}
        </section>
        {unsigned.length > 0 && (
          <section aria-labelledby="paper-title">
            <h2 id="paper-title">Signed on paper</h2>
            <LiveFormBody of={live} className="sheet-form">
              <HiddenFields values={{ key }} />
              <SelectField field={live.fields.document} label="Document" options={unsigned} />
              <TextField
                field={live.fields.signerName}
                label={person.minor ? 'Name of the parent or guardian' : 'Name on the paper'}
              />
              <DateField field={live.fields.signedOn} label="Date on the paper" />
              <div className="form-end">
                <SendButton sending="Saving…">Note as signed</SendButton>
              </div>
            </LiveFormBody>
          </section>
        )}
      </div>
    </>
  )
}
