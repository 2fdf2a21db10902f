import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { packageOfferForm } from '#app/domain/entitlements/offers/package-form.ts'
import { packagesPage } from '#app/domain/entitlements/offers/packages-page.server.ts'
import { addPackage } from '#app/domain/entitlements/offers/save-package.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { PackageForm } from './package-parts/package-form.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a package', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'offers:write')
  const { disciplines } = await packagesPage(ctx)
  return {
    rules: fieldRules(packageOfferForm(ctx.studio.currency)),
    studio: { slug: ctx.studio.slug },
    disciplines,
    values: { key: newId(), credits: '10', validDays: '90', validFrom: 'purchase' },
  }
}

/** Puts a package on sale: 303 to the list, 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const submission = await parseForm(request, packageOfferForm(ctx.studio.currency))
  if (submission.status !== 'success') return invalid(submission)
  const result = await addPackage(ctx, submission.value)
  if (!result.ok) {
    if (result.reason === 'discipline_gone') {
      const sentence = 'One of the disciplines is gone. Reload the page and try again.'
      return refused(submission, { code: result.reason, form: [sentence] })
    }
    const sentence = 'A package with this name is on sale. Choose another name, or change that one.'
    return refused(submission, { code: result.reason, fields: { name: [sentence] } })
  }
  return redirectWithFlash(
    app,
    paths.managePackages(ctx.studio),
    `${submission.value.name} is on sale.`,
  )
}

export default function AddPackage() {
  const { studio, ...form } = useLoaderData<typeof loader>()
  const list = paths.managePackages(studio)
  return (
    <>
      <BackLink to={list}>Packages</BackLink>
      <PageHead title="Add a package" intro="It appears on your price list at once." />
      <PackageForm {...form} covers={[]} button="Add package" cancel={list} />
    </>
  )
}
