import { type PDFDict, PDFName, PDFStream } from '@cantoo/pdf-lib'
import type { Resolve } from './decode-stream.ts'

/**
 * What an object of one kind may contain: entries with certain names, each with its kind, or entries of one
 * kind with any names. The items of an array have the kind of the array.
 */
export type Kind = {
  is?: (dict: PDFDict, resolve: Resolve) => boolean
  shape?: 'stream' | 'dictionary' | 'either'
  entries?: ReadonlyMap<PDFName, Kind>
  each?: Kind
}

/** Numbers, names and strings. */
const plain: Kind = {}

const splitWords = (names: string) => names.split(/\s+/)
const createEntries = (names: string, kinds: Record<string, Kind> = {}): ReadonlyMap<PDFName, Kind> =>
  new Map([
    ...splitWords(names).map((name) => [PDFName.of(name), plain] as const),
    ...Object.entries(kinds).map(([name, kind]) => [PDFName.of(name), kind] as const),
  ])
const dictionary = (names: string, kinds?: Record<string, Kind>): Kind => ({
  shape: 'dictionary',
  entries: createEntries(names, kinds),
})

const bare: Kind = { shape: 'stream', entries: createEntries('Length Filter') }
const parameters = dictionary(
  `K EndOfLine EncodedByteAlign Columns Rows EndOfBlock BlackIs1 DamagedRowsBeforeError Predictor Colors
   BitsPerComponent EarlyChange ColorTransform`,
  { JBIG2Globals: bare },
)
const stream = (names: string, kinds: Record<string, Kind> = {}): Kind => ({
  shape: 'stream',
  entries: createEntries(`Length Filter ${names}`, { DecodeParms: parameters, ...kinds }),
})
const either = (kind: Kind): Kind => ({ ...kind, shape: 'either' })
const anyOf = (each: Kind): Kind => ({ shape: 'dictionary', each })

/** Creates a kind that may refer to itself, so its entries are added after it exists. */
function recursive(make: (self: Kind) => Kind): Kind {
  const self: Kind = {}
  return Object.assign(self, make(self))
}

const hasSubtype = (subtype: string) => (dict: PDFDict, resolve: Resolve) =>
  resolve(dict.get(PDFName.of('Subtype'))) === PDFName.of(subtype)

const fn = recursive((self) =>
  either(
    stream('FunctionType Domain Range Size BitsPerSample Order Encode Decode C0 C1 N Bounds', {
      Functions: self,
    }),
  ),
)
/** The parts of a color space: profiles, palettes, functions and the dictionaries of calibrated spaces. */
const color = recursive((self) =>
  either(
    stream(
      `N Range WhitePoint BlackPoint Gamma Matrix FunctionType Domain Size BitsPerSample Order Encode Decode C0 C1
       Bounds Subtype`,
      { Alternate: self, Functions: fn, Colorants: { shape: 'dictionary', each: self } },
    ),
  ),
)
const layer = recursive((self) =>
  dictionary('Type Name P Intent ActualText Alt E Lang MCID', { OCGs: self, VE: self }),
)
const group = dictionary('Type S I K', { CS: color })
const content = stream('')

const form: Kind = {
  ...stream('Type Subtype FormType BBox Matrix', { Group: group, OC: layer, Resources: plain }),
  is: (dict, resolve) => !hasSubtype('Image')(dict, resolve) && !hasSubtype('PS')(dict, resolve),
}
const image: Kind = recursive((self) =>
  stream(`Type Subtype Width Height BitsPerComponent Intent ImageMask Decode Interpolate SMaskInData Matte`, {
    ColorSpace: color,
    Mask: self,
    SMask: self,
    OC: layer,
  }),
)
const xObject: Kind = { shape: 'stream' }

const characters = either(
  stream('Type CMapName WMode BaseEncoding Differences', {
    CIDSystemInfo: dictionary('Registry Ordering Supplement'),
    UseCMap: stream('Type CMapName WMode'),
  }),
)
const fontFile = stream('Type Subtype Length1 Length2 Length3')
const font = recursive((self) =>
  dictionary('Type Subtype BaseFont FirstChar LastChar Widths Name FontBBox FontMatrix DW W DW2 W2', {
    Encoding: characters,
    ToUnicode: characters,
    DescendantFonts: self,
    Resources: plain,
    CIDSystemInfo: dictionary('Registry Ordering Supplement'),
    CIDToGIDMap: content,
    CharProcs: anyOf(content),
    FontDescriptor: dictionary(
      `Type FontName FontFamily FontStretch FontWeight Flags FontBBox ItalicAngle Ascent Descent Leading CapHeight
         XHeight StemV StemH AvgWidth MaxWidth MissingWidth CharSet Lang`,
      {
        FontFile: fontFile,
        FontFile2: fontFile,
        FontFile3: fontFile,
        CIDSet: content,
        Style: dictionary('Panose'),
      },
    ),
  }),
)
const state = dictionary('Type LW LC LJ ML D RI OP op OPM FL SM SA CA ca AIS TK BM UseBlackPtComp', {
  Font: font,
  BG: fn,
  BG2: fn,
  UCR: fn,
  UCR2: fn,
  TR: fn,
  TR2: fn,
  SMask: dictionary('Type S BC', { G: form, TR: fn }),
})
const shading = either(
  stream(
    `ShadingType Background BBox AntiAlias Domain Coords Extend Matrix BitsPerCoordinate BitsPerComponent BitsPerFlag
     Decode VerticesPerRow`,
    { ColorSpace: color, Function: fn },
  ),
)
const pattern = either(
  stream('Type PatternType PaintType TilingType BBox XStep YStep Matrix', {
    Shading: shading,
    ExtGState: state,
    Resources: plain,
  }),
)

const annotation = dictionary(
  'Type Subtype Rect Contents F AS Border C CA ca QuadPoints L LE IC Vertices InkList CL RD DA Q IT Name T M',
  {
    BS: dictionary('Type W S D'),
    BE: dictionary('S I'),
    A: dictionary('S URI'),
    OC: layer,
    AP: dictionary('', { N: { ...either(form), each: form } }),
  },
)

export const resources = dictionary('', {
  XObject: anyOf(xObject),
  Font: anyOf(font),
  ExtGState: anyOf(state),
  ColorSpace: anyOf(color),
  Pattern: anyOf(pattern),
  Shading: anyOf(shading),
  Properties: anyOf(layer),
})
export const page = dictionary('Type MediaBox CropBox BleedBox TrimBox ArtBox Rotate UserUnit', {
  Contents: content,
  Group: group,
  Annots: annotation,
})

/** Document-level or active objects, excluded wherever they are referenced. */
const unreachable: ReadonlySet<PDFName> = new Set(
  splitWords(
    `Action Bead Catalog Collection EmbeddedFile Filespec Metadata ObjStm OCProperties Outlines Page Pages Rendition
     Sig SigRef StructElem StructTreeRoot Thread XRef`,
  ).map((name) => PDFName.of(name)),
)

/** The kind of an object found where this kind is expected; undefined if the object is not allowed there. */
export function actualKind(object: PDFDict | PDFStream, expected: Kind, resolve: Resolve): Kind | undefined {
  const dict = object instanceof PDFStream ? object.dict : object
  const type = resolve(dict.get(PDFName.Type))
  if (type instanceof PDFName && unreachable.has(type)) return undefined
  const { shape } = expected
  if (shape !== 'either' && shape !== (object instanceof PDFStream ? 'stream' : 'dictionary'))
    return undefined
  if (expected === xObject) {
    if (hasSubtype('Image')(dict, resolve)) return image
    return hasSubtype('Form')(dict, resolve) ? form : undefined
  }
  if (expected.each && expected.entries)
    return object instanceof PDFStream ? actualKind(object, form, resolve) : anyOf(expected.each)
  return (expected.is?.(dict, resolve) ?? true) ? expected : undefined
}

/** The kind that an entry of an object may hold. */
export const entryKind = (kind: Kind, key: PDFName): Kind | undefined => kind.each ?? kind.entries?.get(key)
