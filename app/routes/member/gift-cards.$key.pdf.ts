import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { giftCardPdf, giftCardView } from '#app/domain/sales/gift-cards/gift-card-view.server.ts'
import { printInstead } from '#app/http/downloads/pdf.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** A gift card as a file; 303 to the page that prints it where the fonts lack a letter. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await viewStudio(context)
  const key = params.key ?? ''
  const view = await giftCardView(ctx, key, null)
  if (!view) throw notFound()
  const page = paths.giftCard(ctx.studio, key)
  return printInstead(app, giftCardPdf(view, ctx), { name: 'gift-card', page })
}
