import type { ActionFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData } from '@remix-run/react'
import { z } from 'zod'
import { mailMyStudios } from '#app/domain/identity/mail-my-studios.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm, refused } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { paths } from '#app/paths.ts'
import { WhereForm } from '#app/ui/landing/where-form.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { SiteFrame } from '#app/ui/layout/site-frame.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { parseEmail } from '#app/values/email.ts'

export const meta: MetaFunction = (page) => pageTitle('Where is my membership?', page)

export const handle = { styles: ['landing', 'button'] } satisfies PageHandle

const sentence = 'Enter an email address, such as ana@example.com'

const schema = z.object({
  email: z.string({ error: sentence }).transform((typed, ctx) => {
    const email = parseEmail(typed)
    if (!email) ctx.addIssue({ code: 'custom', message: sentence })
    return email ?? z.NEVER
  }),
})

export async function action({ request, context: { app } }: ActionFunctionArgs) {
  const submission = await parseForm(request, schema)
  if (submission.status !== 'success') return invalid(submission)

  const result = await mailMyStudios(identityContext(app), submission.value.email)
  if (!result.ok) {
    return refused(submission, {
      fields: { email: ['That was asked too often from here. Wait a minute, then try again.'] },
      code: result.reason,
    })
  }
  deliverSoon(app, app.directory)
  return redirectWithFlash(app, paths.landing(), 'If we hold an account for that address, the list is on its way.')
}

export default function WherePage() {
  const answer = useActionData() as FormAnswer | undefined
  const value = answer?.result.initialValue?.email
  return (
    <SiteFrame>
      <Main slim>
        <WhereForm
          page
          value={typeof value === 'string' ? value : undefined}
          error={answer?.result.error?.email?.[0]}
          refusal={answer?.refusal}
        />
      </Main>
    </SiteFrame>
  )
}
