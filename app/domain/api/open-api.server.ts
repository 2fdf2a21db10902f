/** The description of the API for programs, made of what answers are made of. OpenAPI 3.1. */
import { type ApiField, type ApiResource, apiResources } from './api-resources.server.ts'
import { apiScopes } from './api-scopes.ts'
import { mostOnPage, usualPage } from './read-api.server.ts'

const schemaOf = ({ type, format, nullable, of, words }: ApiField) => ({
  type: nullable ? [kindOf(type), 'null'] : kindOf(type),
  description: words,
  ...(type === 'list' && { items: { type: 'string' } }),
  ...(format && { format }),
  ...(of && { enum: of }),
})

const kindOf = (type: ApiField['type']) => (type === 'list' ? 'array' : type)

const recordSchema = ({ fields }: ApiResource) => ({
  type: 'object',
  required: Object.keys(fields),
  additionalProperties: false,
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]),
  ),
})

const refusals = {
  401: 'No key, or one that has ended.',
  403: 'The key may not read this.',
  429: 'Too many at once. Ask again after the seconds of Retry-After.',
}

const errors = (more: Record<number, string>) =>
  Object.fromEntries(
    Object.entries({ ...refusals, ...more }).map(([status, description]) => [
      status,
      { description, ...jsonOf({ $ref: '#/components/schemas/Error' }) },
    ]),
  )

const jsonOf = (schema: unknown) => ({ content: { 'application/json': { schema } } })

const parameter = (name: string, description: string, schema: unknown) => ({
  name,
  in: 'query',
  description,
  schema,
})

function pathsOf(resource: ApiResource, name: string) {
  const record = { $ref: `#/components/schemas/${resource.one}` }
  const filters = Object.entries(resource.filters).map(([filter, { format, words }]) =>
    parameter(filter, words, { type: 'string', ...(format === 'date' && { format }) }),
  )
  return {
    [`/${name}`]: {
      get: {
        operationId: `list_${name}`,
        description: resource.words,
        parameters: [
          ...filters,
          parameter('limit', 'Records of a page.', {
            type: 'integer',
            minimum: 1,
            maximum: mostOnPage,
            default: usualPage,
          }),
          parameter('cursor', 'What `next` of the page before said.', { type: 'string' }),
        ],
        responses: {
          200: {
            description: 'A page; `next` is null on the last.',
            ...jsonOf({
              type: 'object',
              required: ['data', 'next'],
              additionalProperties: false,
              properties: {
                data: { type: 'array', items: record },
                next: { type: ['string', 'null'] },
              },
            }),
          },
          ...errors({ 422: 'A parameter that can’t be answered.' }),
        },
      },
    },
    [`/${name}/{id}`]: {
      get: {
        operationId: `read_${resource.one}`,
        description: `One ${resource.one}.`,
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: { description: `The ${resource.one}.`, ...jsonOf(record) },
          ...errors({ 404: 'There is none of that id.' }),
        },
      },
    },
  }
}

/** The description, with the address that programs ask at. */
export function openApi(origin: string) {
  const resources: [string, ApiResource][] = apiScopes.map((name) => [name, apiResources[name]])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cadence',
      version: '1',
      description:
        'Reads of one studio with a key that its owner makes under Settings, API keys. Instants are in UTC, days in the studio’s time zone. Fields are added; none goes or changes its meaning within version 1.',
    },
    servers: [{ url: `${origin}/api/v1` }],
    security: [{ key: [] }],
    paths: Object.assign({}, ...resources.map(([name, resource]) => pathsOf(resource, name))),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ...Object.fromEntries(resources.map(([, one]) => [one.one, recordSchema(one)])),
        Error: {
          type: 'object',
          required: ['error'],
          additionalProperties: false,
          properties: {
            error: {
              type: 'object',
              required: ['code', 'message'],
              additionalProperties: false,
              properties: { code: { type: 'string' }, message: { type: 'string' } },
            },
          },
        },
      },
    },
  }
}
