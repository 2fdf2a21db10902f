import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { exportProducts } from '#app/domain/products/export-products.server.ts'
import { productFilters } from '#app/domain/products/product-filters.ts'
import { csvStreamAnswer } from '#app/http/downloads/csv.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'

/** The catalogue that the filters leave, as a file; that it was taken is written down (R14). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  return csvStreamAnswer('products', await exportProducts(ctx, listParams(app, productFilters)))
}
