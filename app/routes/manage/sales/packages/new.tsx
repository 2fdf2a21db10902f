import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { packageOfferForm } from '#app/domain/entitlements/offers/package-form.ts'
import {
  isNewKind,
  kindWords,
  type NewKind,
  newKinds,
  type PackageKind,
} from '#app/domain/entitlements/offers/package-kinds.ts'
import { packagesPage } from '#app/domain/entitlements/offers/packages-page.server.ts'
import { addPackage } from '#app/domain/entitlements/offers/save-package.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { ViewChips } from '#app/ui/list/filter-bar.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { PackageForm, type PackageValues } from './package-parts/package-form.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a package', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const { disciplines, types } = await packagesPage(ctx)
  const kind = askedKind(app.url)
  return {
    rules: fieldRules(packageOfferForm(ctx.studio.currency, kindOf[kind])),
    studio: { slug: ctx.studio.slug },
    kind,
    disciplines,
    types,
    values: { key: newId(), ...suggested[kind] },
  }
}

const askedKind = (url: URL): NewKind => {
  const kind = url.searchParams.get('kind') ?? ''
  return isNewKind(kind) ? kind : 'classes'
}

/** What each is kept as: an intro offer is a class pack that is sold once per person. */
const kindOf: Record<NewKind, PackageKind> = {
  classes: 'classes',
  intro: 'classes',
  day_pass: 'day_pass',
  appointments: 'appointments',
  bundle: 'bundle',
}

const suggested: Record<NewKind, PackageValues> = {
  classes: { credits: '10', validDays: '90', validFrom: 'purchase' },
  intro: { credits: '3', validDays: '30', validFrom: 'first_use', once: 'on' },
  day_pass: { validFrom: 'first_use' },
  appointments: { sessions: '5', validDays: '180', validFrom: 'purchase' },
  bundle: { credits: '10', sessions: '2', validDays: '90', validFrom: 'purchase' },
}

/** Puts a package on sale: 303 to the list, 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const kind = kindOf[askedKind(app.url)]
  const submission = await parseForm(request, packageOfferForm(ctx.studio.currency, kind))
  if (submission.status !== 'success') return invalid(submission)
  const result = await addPackage(ctx, submission.value)
  if (!result.ok) {
    if (result.reason === 'discipline_gone') {
      const sentence = 'One of what it pays for is gone. Reload the page and try again.'
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
  const { studio, kind, ...form } = useLoaderData<typeof loader>()
  const list = paths.managePackages(studio)
  return (
    <>
      <BackLink to={list}>Packages</BackLink>
      <PageHead
        title="Add a package"
        intro={`${kindWords[kind].suits} It appears on your price list at once.`}
      />
      <ViewChips
        views={newKinds.map((one) => ({
          name: kindWords[one].name,
          path: paths.managePackageNew(studio, { kind: one }),
          current: one === kind,
        }))}
      />
      <PackageForm
        key={kind}
        {...form}
        kind={kindOf[kind]}
        covers={[]}
        coversTypes={[]}
        button="Add package"
        cancel={list}
      />
    </>
  )
}
