import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { packageOfferForm } from '#app/domain/entitlements/offers/package-form.ts'
import { anyNumber } from '#app/domain/entitlements/offers/package-kinds.ts'
import { packagesPage } from '#app/domain/entitlements/offers/packages-page.server.ts'
import { changePackage } from '#app/domain/entitlements/offers/save-package.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { typedMinor } from '#app/values/money.ts'
import { PackageForm } from './package-parts/package-form.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.values.name ?? 'Package', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'offers:write')
  const { packages, disciplines, types } = await packagesPage(ctx)
  const pack = packages.find(({ id }) => id === params.package)
  if (!pack) throw notFound()
  const { slug, currency } = ctx.studio
  return {
    rules: fieldRules(packageOfferForm(currency, pack.kind)),
    kind: pack.kind,
    studio: { slug },
    id: pack.id,
    disciplines,
    types,
    covers: ids(pack.kind === 'appointments' ? '' : pack.covers),
    coversTypes: ids(pack.kind === 'appointments' ? pack.covers : (pack.coversTypes ?? '')),
    values: {
      key: newId(),
      name: pack.name,
      description: pack.description,
      ...(pack.kind === 'appointments'
        ? { sessions: String(pack.credits) }
        : {
            credits:
              pack.kind === 'day_pass' && pack.credits >= anyNumber ? '' : String(pack.credits),
            sessions: String(pack.sessions ?? ''),
          }),
      price: typedMinor(pack.priceMinor, currency),
      validDays: String(pack.validDays),
      validFrom: pack.validFrom,
      fixedUntil: pack.fixedUntil ?? '',
      once: pack.oncePerPerson ? 'on' : '',
      family: pack.family ? 'on' : '',
    },
  }
}

const ids = (list: string) => list.split(',').filter(Boolean)

const refusals = {
  discipline_gone: 'One of what it pays for is gone. Reload the page and try again.',
  name_taken: 'Another package has or had this name. Choose another.',
  changed_meanwhile:
    'Someone else changed this package meanwhile. Open it again from the list; yours isn’t saved.',
}

/** Puts a new version on sale: 303 to the list, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const { packages } = await packagesPage(ctx)
  const kind = packages.find(({ id }) => id === params.package)?.kind
  const submission = await parseForm(request, packageOfferForm(ctx.studio.currency, kind))
  if (submission.status !== 'success') return invalid(submission)
  const result = await changePackage(ctx, params.package ?? '', submission.value)
  if (!result.ok) {
    const { reason } = result
    if (reason === 'not_found') throw notFound()
    return refused(
      submission,
      reason === 'name_taken'
        ? { code: reason, fields: { name: [refusals[reason]] } }
        : { code: reason, form: [refusals[reason]] },
    )
  }
  const text = `${submission.value.name} saved. What was sold keeps its price and its days.`
  return redirectWithFlash(app, paths.managePackages(ctx.studio), text)
}

export default function ChangePackage() {
  const { studio, id, ...form } = useLoaderData<typeof loader>()
  const list = paths.managePackages(studio)
  return (
    <>
      <BackLink to={list}>Packages</BackLink>
      <PageHead
        title={form.values.name}
        intro="Changes are for new sales. Packs people have keep their price and their days."
        actions={
          <Form method="post" action={paths.managePackageArchive(studio, id)}>
            <button type="submit" className="button">
              Take off sale
            </button>
          </Form>
        }
      />
      <PackageForm {...form} button="Save changes" cancel={list} />
    </>
  )
}
