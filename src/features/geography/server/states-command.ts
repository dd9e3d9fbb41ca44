import type { Command } from 'commander'
import { z } from 'zod'
import { type Open, withDatabase } from '#platform/cli/with-database.ts'
import { type Database, queryRow, queryRows, sql } from '#platform/db/database.ts'

const country = z.object({ id: z.string(), name: z.string() })
const state = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string().nullable(),
  names: z.array(z.string()),
  parts: z.array(z.string()),
})

/** Adds `states COUNTRY`: lists the state names that a roster can use. */
export function addStatesCommand(program: Command, open: Open) {
  const command = program
    .command('states')
    .description('Shows the states of a country: IDs, ISO codes, and every name that imports recognize.')
    .argument('<country>', 'two or three letters (ISO 3166-1) or the name')
    .action(async (named: string) => {
      const write = (line: string) => command.configureOutput().writeOut?.(`${line}\n`)
      const found = await withDatabase(open, async ({ owner }) => {
        const country = await findCountry(owner, named)
        return country && { country, states: await listStates(owner, country.id) }
      })
      if (!found) command.error(messages.noCountry(named))
      else if (found.states.length === 0) write(messages.noStates(found.country.name))
      else for (const each of found.states) write(messages.state(each))
    })
}

const findCountry = (db: Database, named: string) =>
  queryRow(
    db,
    country,
    sql`
    select id, name
      from country
     where id = upper(${named})
        or id in (select country_id from country_name where key = place_key(${named}))
     order by id = upper(${named}) desc
     limit 1`,
  )

const listStates = (db: Database, countryId: string): Promise<z.infer<typeof state>[]> =>
  queryRows(
    db,
    state,
    sql`
    select id, name,
           (select min(alias.name) from state_alias alias where state_id = state.id and kind = 'code') as code,
           array(select name from state_name where state_id = state.id and name <> state.name
                  union
                 select name from state_alias where state_id = state.id and kind = 'name' and name <> state.name
                  order by name) as names,
           array(select name from state_alias
                  where state_id = state.id and kind = 'part' and name !~ '^[A-Z]{2}-[A-Z0-9]+$'
                  order by name) as parts
      from state
     where country_id = ${countryId}
     order by name, id`,
  )

type ListedState = { id: string; name: string; code: string | null; names: string[]; parts: string[] }

/** CLI output and errors about the states of a country. */
const messages = {
  noCountry: (named: string) =>
    `Unknown country "${named}". Enter its two- or three-letter code (ISO 3166-1) or its English name.`,
  noStates: (country: string) => `The portal has no states for ${country}. Leave the column empty.`,
  state: ({ id, name, code, names, parts }: ListedState) =>
    [
      [id, name, code && code !== id ? code : undefined].filter(Boolean).join('  '),
      ...(names.length > 0 ? [`    also ${names.join(', ')}`] : []),
      ...(parts.length > 0 ? [`    includes ${parts.join(', ')}`] : []),
    ].join('\n'),
} as const
