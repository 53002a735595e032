#!/bin/sh
# Does by the control plane of a reference service, whose address is in CONTROL_URL, what people do in the web application.
set -eu
call() { curl -sS -f -o /dev/null -H 'content-type: application/json' "$@"; }
case $1 in
  publishVersion) curl -sS -f -X POST "$CONTROL_URL/products/$2/publish" | sed 's/.*"version":\(-\{0,1\}[0-9]*\).*/\1/' ;;
  softDeleteProperty) call -X POST "$CONTROL_URL/properties/$2/soft-delete" ;;
  setPartNumberRule) call -X PUT -d "{\"pattern\":$([ "$3" = null ] && echo null || printf '"%s"' "$(printf %s "$3" | sed 's/\\/\\\\/g')")}" "$CONTROL_URL/products/$2/part-number-rule" ;;
  setAiUsage) call -X PUT -d "{\"enabled\":$2}" "$CONTROL_URL/ai-usage" ;;
  setRateLimit) call -X PUT -d "$2" "$CONTROL_URL/rate-limit" ;;
  createGeneratedDocument) curl -sS -f -X POST "$CONTROL_URL/items/$2/generated-document" | sed 's/.*"fileId":"\([^"]*\)".*/\1/' ;;
  createApiKey) curl -sS -f -X POST -H 'content-type: application/json' -d "{\"organization\":\"$2\"}" "$CONTROL_URL/keys" | sed 's/.*"id":"\([^"]*\)".*"key":"\([^"]*\)".*/\1 \2/' ;;
  revokeApiKey) call -X DELETE "$CONTROL_URL/keys/$2" ;;
  *) exit 2 ;;
esac
