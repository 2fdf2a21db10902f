import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { NewProductForm, ProductForm, VariantForm } from './product-form.ts'
import type { ProductRefusal } from './product-words.ts'

export type SaveProductResult = { ok: true; id: string } | { ok: false; reason: ProductRefusal }

const nameTakenSql = ({ studio }: StaffContext, name: string, besides: string): SQL => sql`EXISTS (
  SELECT 1 FROM products AS other WHERE other.studio_id = ${studio.id} AND other.name = ${name}
    AND other.archived_at IS NULL AND other.id <> ${besides})`

/** The codes of a variant that another has. */
const codeTakenSql = (
  { studio }: StaffContext,
  column: 'sku' | 'barcode',
  code: string,
  besides: string,
): SQL => sql`(${code} <> '' AND EXISTS (
  SELECT 1 FROM product_variants AS other WHERE other.studio_id = ${studio.id}
    AND other.${sql.raw(column)} = ${code} AND other.${sql.raw(column)} <> ''
    AND other.id <> ${besides}))`

const sameVariantSql = (
  { studio }: StaffContext,
  { productId, size, colour, id }: { productId: string; size: string; colour: string; id: string },
): SQL => sql`EXISTS (SELECT 1 FROM product_variants AS other
  WHERE other.studio_id = ${studio.id} AND other.product_id = ${productId}
    AND other.size = ${size} AND other.colour = ${colour} AND other.archived_at IS NULL
    AND other.id <> ${id})`

const addVariantStatement = (
  { db, studio, now }: StaffContext,
  variant: VariantForm & { id: string; productId: string },
  onlyIf: SQL,
) =>
  db.run(sql`
    INSERT INTO product_variants (id, studio_id, product_id, size, colour, sku, barcode,
      price_minor, cost_minor, reorder_level, created_at)
    SELECT ${variant.id}, ${studio.id}, ${variant.productId}, ${variant.size}, ${variant.colour},
      ${variant.sku}, ${variant.barcode}, ${variant.price}, ${variant.cost}, ${variant.reorder},
      ${now}
    WHERE ${onlyIf} ON CONFLICT DO NOTHING`)

type Taken = Record<'written' | 'name' | 'same' | 'sku' | 'barcode' | 'found', number>

function refusalOf(after: Taken): ProductRefusal {
  if (!after.found) return 'not_found'
  if (after.name) return 'name_taken'
  if (after.same) return 'same_variant'
  if (after.sku) return 'sku_taken'
  return after.barcode ? 'barcode_taken' : 'changed_meanwhile'
}

/** Puts a product with its first variant on sale. Sent again it is the same one. */
export async function addProduct(
  ctx: StaffContext,
  form: NewProductForm,
): Promise<SaveProductResult> {
  const { db, studio, now } = ctx
  const { key: id, name, description, supplier, tax, ...variant } = form
  const lineId = `product-${id}`
  const [nameTaken, sku, barcode] = [
    nameTakenSql(ctx, name, id),
    codeTakenSql(ctx, 'sku', form.sku, id),
    codeTakenSql(ctx, 'barcode', form.barcode, id),
  ]
  const { after } = await batch(db, {
    add: db.run(sql`
      INSERT INTO products (id, studio_id, name, description, supplier, tax_rate_bp, created_at)
      SELECT ${id}, ${studio.id}, ${name}, ${description}, ${supplier}, ${tax}, ${now}
      WHERE NOT ${nameTaken} AND NOT ${sku} AND NOT ${barcode} ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      { id: lineId, action: 'product.added', subjectKind: 'product', subjectId: id, detail: form },
      rightAfterChange,
    ),
    variant: addVariantStatement(
      ctx,
      { ...variant, key: id, id, productId: id },
      lineWrittenSql(lineId),
    ),
    after: db.all<Taken>(sql`SELECT ${lineWrittenSql(lineId)} AS written, 1 AS found, 0 AS same,
      ${nameTaken} AS name, ${sku} AS sku, ${barcode} AS barcode`),
  })
  return after[0]!.written ? { ok: true, id } : { ok: false, reason: refusalOf(after[0]!) }
}

/** Changes the name, the words or the tax of a product, at the version the form showed. */
export async function changeProduct(
  ctx: StaffContext,
  id: string,
  { key, name, description, supplier, tax, version }: ProductForm,
): Promise<SaveProductResult> {
  const { db, studio } = ctx
  const lineId = `product-${key}`
  const nameTaken = nameTakenSql(ctx, name, id)
  const { after } = await batch(db, {
    change: db.run(sql`
      UPDATE products SET name = ${name}, description = ${description}, supplier = ${supplier},
        tax_rate_bp = ${tax}, version = version + 1
      WHERE studio_id = ${studio.id} AND id = ${id} AND version = ${version} AND NOT ${nameTaken}
        AND NOT ${lineWrittenSql(lineId)}`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'product.changed',
        subjectKind: 'product',
        subjectId: id,
        detail: { name, description, supplier, tax },
      },
      rightAfterChange,
    ),
    after: db.all<Taken>(sql`SELECT ${lineWrittenSql(lineId)} AS written, 0 AS same, 0 AS sku,
      0 AS barcode, ${nameTaken} AS name, EXISTS (SELECT 1 FROM products
        WHERE studio_id = ${studio.id} AND id = ${id}) AS found`),
  })
  return after[0]!.written ? { ok: true, id } : { ok: false, reason: refusalOf(after[0]!) }
}

/** Adds a variant to a product, or changes one (`variantId`) at the version the form showed. */
export async function saveVariant(
  ctx: StaffContext,
  { productId, variantId }: { productId: string; variantId: string | null },
  form: VariantForm,
): Promise<SaveProductResult> {
  const { db, studio } = ctx
  const id = variantId ?? form.key
  const lineId = `variant-${form.key}`
  const { size, colour, sku, barcode, price, cost, reorder, version } = form
  const found = sql`EXISTS (SELECT 1 FROM products AS product
    WHERE product.studio_id = ${studio.id} AND product.id = ${productId})
    AND ${
      variantId === null
        ? sql`1`
        : sql`EXISTS (SELECT 1 FROM product_variants AS one
      WHERE one.studio_id = ${studio.id} AND one.id = ${id} AND one.product_id = ${productId})`
    }`
  const taken = {
    same: sameVariantSql(ctx, { productId, size, colour, id }),
    sku: codeTakenSql(ctx, 'sku', sku, id),
    barcode: codeTakenSql(ctx, 'barcode', barcode, id),
  }
  const free = sql`${found} AND NOT ${taken.same} AND NOT ${taken.sku} AND NOT ${taken.barcode}
    AND NOT ${lineWrittenSql(lineId)}`
  const { after } = await batch(db, {
    save:
      variantId === null
        ? addVariantStatement(ctx, { ...form, id, productId }, free)
        : db.run(sql`
            UPDATE product_variants SET size = ${size}, colour = ${colour}, sku = ${sku},
              barcode = ${barcode}, price_minor = ${price}, cost_minor = ${cost},
              reorder_level = ${reorder}, version = version + 1
            WHERE studio_id = ${studio.id} AND id = ${id} AND version = ${version} AND ${free}`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: variantId === null ? 'variant.added' : 'variant.changed',
        subjectKind: 'product',
        subjectId: productId,
        detail: { ...form, variantId: id },
      },
      rightAfterChange,
    ),
    after: db.all<Taken>(sql`SELECT ${lineWrittenSql(lineId)} AS written, 0 AS name,
      ${found} AS found, ${taken.same} AS same, ${taken.sku} AS sku, ${taken.barcode} AS barcode`),
  })
  return after[0]!.written ? { ok: true, id } : { ok: false, reason: refusalOf(after[0]!) }
}

/** Takes a product off sale, or puts it back. Its stock stays as it is. */
export async function archiveProduct(
  ctx: StaffContext,
  id: string,
  archived: boolean,
): Promise<{ ok: true; name: string } | { ok: false }> {
  const { db, studio, now } = ctx
  const { found } = await batch(db, {
    change: db.run(sql`
      UPDATE products SET archived_at = ${archived ? now : null}, version = version + 1
      WHERE studio_id = ${studio.id} AND id = ${id}
        AND (archived_at IS NULL) = ${archived ? 1 : 0}`),
    audit: auditStatement(
      ctx,
      {
        action: archived ? 'product.archived' : 'product.restored',
        subjectKind: 'product',
        subjectId: id,
      },
      rightAfterChange,
    ),
    found: db.all<{ name: string }>(sql`
      SELECT name FROM products WHERE studio_id = ${studio.id} AND id = ${id}`),
  })
  return found[0] ? { ok: true, name: found[0].name } : { ok: false }
}
