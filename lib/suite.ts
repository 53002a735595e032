/** The interface of the library for suites, imported as `#suite`: how checks are declared, and their tools. */
export type { Api, RawRequest } from './run/api.ts'
export type { CheckContext, Sources } from './run/check.ts'
export { assume, blocked } from './run/assume.ts'
export { each, inTurn } from './run/each.ts'
export { drawId } from './client/drawn-ids.ts'
export { type Exchange, type Identity, rejected, succeeded } from './client/exchange.ts'
export { type Entry, entriesOf, entryOf, fieldOf, idsOf, sameId, shownId, shownIdsOf, textIn } from './run/answer.ts'
export { forAll } from './run/for-all.ts'
export { judgePagination } from './checks/claims/judge-lists.ts'
export { entryKeys, isNamed, keyOf, repeatedKeys } from './service/records/entry-keys.ts'
export type { MadeFile } from './service/given/files.ts'
export type { FileWindow } from './service/given/file-reads.ts'
export type { ForeignKind } from './service/given/foreign.ts'
export type { Given } from './service/given/given.ts'
export type { Fields, MadeItem, MadeProperty } from './service/given/items.ts'
export { type ListName, listNames, lists } from './service/given/list-name.ts'
export { type ListQuery, ListWindow } from './service/given/list-window.ts'
export { type MadeProduct, type ProductBody, partNumberOf } from './service/given/made-product.ts'
export { pick } from './service/given/require-success.ts'
export type { Found } from './service/given/product-reads.ts'
export type { Publication } from './service/given/publications.ts'
export { type SmallLimit, type Spending, rateStateOf } from './service/given/rate-limits.ts'
export { textField } from './service/given/read-answer.ts'
export { judgeBatch } from './run/judge-batch.ts'
export { modelRun } from './run/model-run.ts'
export { matchesPattern } from './contract/matches-pattern.ts'
export { race, scenario, traffic } from './run/scenario.ts'
export type { Session } from './run/session.ts'
export { dispositionOf, readingsOf } from './checks/disposition.ts'
export { errorCodeOf, validationLocations } from './checks/error-body.ts'
export { inferShape } from './checks/infer-shape.ts'
export { isDateOnly } from './contract/formats/iso-time.ts'
export { isMatrixText } from './contract/formats/matrix-text.ts'
export type { Row, RecordComparison, Statements } from './checks/claims/statement.ts'
export { type RecordKind, documentedFields, fieldIn, normalizedTime } from './service/records/documented-fields.ts'
export {
  normalizedText,
  normalizedValue,
  sameMediaType,
  sameNumber,
  msUntilAnother,
  isLater,
  sameTime,
} from './service/records/equal-values.ts'
export { isSameRecord, isSameValue } from './service/records/same-record.ts'
export type { Claim as AnyClaim, Stated as Claim } from './checks/claims/claim.ts'
export { judge } from './checks/claims/judge.ts'
export { UntestedError } from './checks/errors.ts'
export type { Claims, Verify } from './checks/verify.ts'
export { bodyDigest } from './client/body-digest.ts'
export type { FormPart } from './client/multipart.ts'
export { TransportError, mayPass } from './client/transport-error.ts'
export { type Endpoint, type EndpointId, endpointIds, endpoints } from './service/interface/endpoint.ts'
export { requestOf } from './service/interface/request-of.ts'
export { instantOf, showsSeconds } from './contract/instant.ts'
export { isRecord } from './contract/is-record.ts'
export { type PropertyType, keyPrefix, propertyTypes, statusValues } from './service/interface/patterns.ts'
export type { RequirementId } from './contract/requirement.ts'
export { asText, show } from './contract/show.ts'
export { requirementsIn } from './contract/stated-shape.ts'
export { listPathIn } from './dialect/fill-template.ts'
export { mayRequireMore } from './service/dialect/parameters.ts'
export { roleOf } from './service/dialect/role.ts'
export { at, withValue } from './dialect/template-path.ts'
export { Undiscovered } from './dialect/found.ts'
export { brokenTexts, doubtfulTexts } from './generate/broken-json.ts'
export { contentOf, fileKinds, textOf } from './generate/file-content.ts'
export { fileStem } from './generate/file-name.ts'
export { hostileId } from './generate/hostile-id.ts'
export { fewHostileQueries, hostileQueries, hostileQuery } from './service/generate/hostile-query.ts'
export { fewHostileValues, hostileValue, hostileValues, plainValues } from './generate/hostile-value.ts'
export type { HostileValue } from './generate/hostile-value.ts'
export { keptLines, keptText, plainText } from './generate/kept-text.ts'
export { pairsOf } from './generate/pairs.ts'
export { anyNumberPart, plainNumberPart } from './service/generate/part-number.ts'
export { propertyDates, propertyMatrices, propertyNumbers, propertyTexts } from './service/generate/property-values.ts'
export {
  alwaysInside,
  alwaysOutside,
  insidePattern,
  outsidePattern,
  putInside,
  putOutside,
  readableIdLength,
} from './service/generate/readable-id.ts'
export type { InsidePattern, OutsidePattern } from './service/generate/readable-id.ts'
export { requestById } from './generate/request-by-id.ts'
export {
  hostileRequestIds,
  plainRequestId,
  plainRequestIds,
  isRemainder,
  unusualRequestIds,
} from './generate/request-id.ts'
export { type JsonType, type TypedField, type WrongType, eachWrongType, wrongType } from './generate/wrong-type.ts'
export { expectedResult, judgeResult, sourcesOf } from './service/model/formula-result.ts'
export type { Measure, ResultVerdict } from './service/model/formula-result.ts'
export { resultReadings } from './service/model/result-readings.ts'
export { type NumberedProduct, PartNumbersModel } from './service/model/part-numbers.ts'
export { type ModelProduct, type ModelUpdate, ProductsModel } from './service/model/products.ts'
export { everyValue, forget, nothingPublished, publish, put, remove } from './service/model/versions.ts'
export type { Content, VersionModel } from './service/model/versions.ts'
