import type { Rule } from './rule.ts'
import { isCode, type Source } from './source.ts'

/** Accepted last words of file names: the role of the module. */
const roles = new Set(
  `abort batch city parsers zip access account accounts actions activity actor address admin analytics annotations api area atlas
   attempts auth authentication axis backup banner bar base bootstrap border borders bounds bucket buckets
   budget bundle button buttons cache calendar camera cancellation canvas captcha card cards cell cells
   changes chart charts check checks circle claim cleanup cli client clock cluster clusters code codes color
   colors columns command commands compare config configs conflicts console context contract cookies crash
   csp csv data database databases dataset date default definition definitions delay deps description dialog dialogs
   diff directions directory distance document documents draft draws edit editor end engine entitlements
   entries error errors event events example examples export features fetch field fields file files filter
   fixture flows folder folders fonts footer form format gazetteer grants graph grid group groups guard guards
   handler handover header headers health hints history html icon id illustration image import index init
   install instant interactions item items job jobs json key keyboard keys kinds label labels languages
   launcher layers layout letter lib lifecycle limit limits line lines link links list listbox load loader
   lock locks log login logo logout lookup lookups loss mail main map mapping marks mask menu mercator
   message messages metrics middleware migrations modal module money name names nav nesting network nominatim note
   notes notice number numbers object objects operations options order origin outbox overlay packages page
   pages palette panel paragraphs params parent parser parts passwords paths patterns people periods phone
   picker places plan png points pool popup portal postgres preview primitives principal problem process
   processes progress prompt provider providers proxy queries query queue random range ranges reader readme
   records redirects region regions renderer renewal report reporter reports request requests response
   responses rest result results rings rivers role roles roster rounds route router routes rows rule rules
   run runner runs samples sanitizer scale scanner scenario schema schemas scope scroll search searches
   sections seed seeds selection server service session sessions settings shell shutdown slice snapshot
   source sources spinner staff state statements states status step steps storage store stream strip style
   styles suggestions summary support switch sync synonyms syntax table tables tag tags task template test
   text texts theme throttle tickets tile tiles time timeline timeout timer times title to token tokens
   toolbar tools transport tree type types undo units updates usage user validation validators values vehicle verifier
   version video view viewer vobs warning watch watchdog widget widths window wizard words worker workers
   writer zoom zooms`.split(/\s+/),
)

const nameOf = ({ path }: Source) => (path.split('/').at(-1) ?? '').replace(/\..*$/, '')
const camelCase = (name: string) => name.replaceAll('-', '').toLowerCase()

/** The names of a module's exports, in lowercase. */
const exportsOf = ({ text }: Source) =>
  [...text.matchAll(/^export (?:async )?(?:function\*?|const|class|type|let) (\w+)/gm)].map(([, name = '']) =>
    name.toLowerCase(),
  )

const isNamed = (source: Source) => {
  const name = nameOf(source)
  if (name.startsWith('use-') || roles.has(name.split('-').at(-1) ?? '')) return true
  return exportsOf(source).includes(camelCase(name))
}

export const fileRoleRules: Rule[] = [
  {
    title: 'a file name ends in a role or is the name of an export',
    appliesTo: (source) =>
      isCode(source) && source.path.startsWith('src/') && !/(test|d)\.tsx?$/.test(source.path),
    violations: (source) => (isNamed(source) ? [] : ['1: neither a role nor an export']),
    fixture: { path: 'src/features/billing/server/whoever-pays.ts', text: 'export const sumOf = () => 0' },
  },
]
