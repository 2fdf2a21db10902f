import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { filesPage } from '#app/domain/files/file-queries.server.ts'
import { audienceWords, sizeWords } from '#app/domain/files/file-words.ts'
import { quotaBytes } from '#app/domain/files/judge-file.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { FilterBar, SearchFilter } from '#app/ui/list/filter-bar.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayMonthYear, dayShort } from '#app/values/wording.ts'
import { isLocalDate, localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Files', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'library:read')
  const asked = (name: string) => (app.url.searchParams.get(name) ?? '').slice(0, 100)
  const [folderId, q, tag] = [asked('folder'), asked('q'), asked('tag').toLowerCase()]
  const page = await filesPage(ctx, viewer.role, { folderId, q, tag })
  const { locale, timeZone, slug } = ctx.studio
  const day = (instant: string) => dayShort(localDate(instant, timeZone), locale)
  const { folder, folders, used } = page
  return {
    studio: { slug },
    writes: may(viewer.role, 'library:write'),
    reads: may(viewer.role, 'people:read'),
    q,
    tag,
    searched: page.searched,
    more: page.more,
    tags: page.tags,
    folder: folder && { id: folder.id, name: folder.name, parentId: folder.parentId },
    folders: page.searched
      ? []
      : folders
          .filter(({ parentId }) => parentId === (folder?.id ?? ''))
          .map(({ id, name, n }) => ({ id, name, n: count(n, 'file') })),
    used: `${sizeWords(used.bytes)} of ${sizeWords(quotaBytes)} used by ${count(used.files, 'file')}.`,
    files: page.files.map((file) => ({
      id: file.id,
      name: file.name,
      where: page.searched ? file.folderName : '',
      tags: file.tags.replaceAll(',', ', '),
      who: file.audience === 'person' ? file.personName : audienceWords[file.audience],
      audience: file.audience,
      signed: file.signed === 1,
      size: sizeWords(file.bytes),
      changed: day(file.updatedAt),
    })),
    signed: page.signed.map((one) => ({
      ...one,
      // Of paper it is a date already.
      when: dayMonthYear(
        isLocalDate(one.signedAt) ? one.signedAt : localDate(one.signedAt, timeZone),
        locale,
      ),
    })),
  }
}

export default function Files() {
  const data = useLoaderData<typeof loader>()
  const { studio, folder, folders, files, writes, q, tag, tags, searched, signed } = data
  return (
    <ListPage
      title={folder ? folder.name : 'Files'}
      intro={data.used}
      actions={
        writes && (
          <>
            <Link className="button" to={paths.manageFolders(studio)}>
              Folders
            </Link>
            <Link
              className="button primary"
              to={paths.manageFileNew(studio, { folder: folder?.id })}
            >
              <Icon name="plus" /> Add a file
            </Link>
          </>
        )
      }
      filters={
        <FilterBar label="Find files" action={paths.manageFiles(studio)}>
          <SearchFilter label="Name, tag or licence" value={q} />
          {tags.length > 0 && (
            <label className={tag ? 'narrow on' : 'narrow'}>
              <span>Tag</span>
              <select name="tag" defaultValue={tag}>
                <option value="">Any</option>
                {tags.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            </label>
          )}
        </FilterBar>
      }
    >
      {(folder || searched) && (
        <p className="more">
          <Link to={paths.manageFiles(studio, folder?.parentId ? { folder: folder.parentId } : {})}>
            {folder && !searched ? 'Folder above' : 'All files'}
          </Link>
        </p>
      )}
      {folders.length > 0 && (
        <Table
          caption="Folders, by name"
          rows={folders}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'Folder',
              place: 'name',
              cell: ({ id, name }) => (
                <Link to={paths.manageFiles(studio, { folder: id })}>{name}</Link>
              ),
            },
            { name: 'Files', place: 'state', cell: ({ n }) => n },
          ]}
        />
      )}
      {files.length > 0 ? (
        <Table
          caption="Files, by name"
          rows={files}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'File',
              place: 'name',
              cell: ({ id, name }) => <Link to={paths.manageFile(studio, id)}>{name}</Link>,
            },
            {
              name: 'Who sees it',
              place: 'state',
              cell: ({ who, audience, signed: isSigned }) => (
                <>
                  {isSigned && <Label text="Signed" tone="good" />}{' '}
                  <Label text={who} tone={audience === 'members' ? 'warn' : 'line'} />
                </>
              ),
            },
            ...(searched
              ? [
                  {
                    name: 'Folder',
                    place: 'under' as const,
                    cell: ({ where }: (typeof files)[number]) => where,
                  },
                ]
              : []),
            { name: 'Tags', place: 'under', cell: ({ tags: own }) => own },
            { name: 'Size', place: 'desk', number: true, cell: ({ size }) => size },
            { name: 'Changed', place: 'wide', date: true, cell: ({ changed }) => changed },
          ]}
        />
      ) : (
        folders.length === 0 && (
          <Empty
            icon="note"
            title={searched ? 'No file fits' : 'No files here yet'}
            text={
              searched
                ? 'Try fewer letters, or another tag.'
                : 'Music, choreography, policies and contracts, for coaches, everyone at work, members or one person.'
            }
          />
        )
      )}
      {data.more && <p className="muted">These are the first 100. Search for the others.</p>}
      {signed.length > 0 && (
        <section className="more">
          <div className="section-head">
            <h2>Signed documents</h2>
            <span>newest first</span>
          </div>
          <Table
            caption="The newest signed documents; they are kept with each person"
            rows={signed}
            rowKey={({ id }) => id}
            columns={[
              {
                name: 'Document',
                place: 'name',
                cell: ({ id, name, personId }) => (
                  <Link to={paths.manageSignature(studio, personId, id)}>{name}</Link>
                ),
              },
              { name: 'Person', place: 'under', cell: ({ personName }) => personName },
              { name: 'Signed', place: 'state', date: true, cell: ({ when }) => when },
            ]}
          />
        </section>
      )}
    </ListPage>
  )
}
