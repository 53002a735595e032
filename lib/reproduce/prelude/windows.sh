limited=no

usual_limit=null

window_path='/v1/public/workspaces?limit=1'

# small_limit: a limit that can be reached: set in the web application, or the target's own where that is small.
small_limit() {
  paced=no
  if [ -n "${CONFORMANCE_WEB_APPLICATION:-}" ] || [ -t 0 ]; then
    web setRateLimit '{"limit":6,"windowSeconds":8}'
    limited=by_us
  else
    limited=by_itself
  fi
  trap 'unlimited; finish' EXIT
  ask
  limit=$(told limit)
  [ -n "$limit" ] && [ "$limit" -le 120 ] || undecided "needs a rate-limit window that can be filled: the limit is ${limit:-not told}"
}

# unlimited: the limit is as it was; what is sent from here on is not refused for it.
unlimited() {
  [ "$limited" != by_us ] || (web setRateLimit "$usual_limit")
  [ "$limited" != by_itself ] || next_window
  limited=no paced=yes
}

# ask [ACTOR]: a request that changes nothing, which tells of the window.
ask() { exchange window "${1:-own}" GET "$window_path"; }

# told limit|remaining|reset [STEP]: a number of the headers of its answer, or of that of a step; nothing where it has none.
told() { header "${2:-window}" "x-ratelimit-$1" | grep -Ex '[0-9]{1,15}'; }

# next_window: waits until the window is over that the last answer told of.
next_window() {
  now=$(seconds "$(header window date)")
  wait_for=$(($(told reset || echo 0) - ${now:-$(date +%s)}))
  [ "$wait_for" -gt 0 ] || wait_for=1
  [ "$wait_for" -le 61 ] || wait_for=8
  sleep "$wait_for"
}

# spend: asks until an answer is no success; 1 where far more were served in one window, 2 where no window was seen to be filled.
# `steady` tells whether each answer told of one request less: of a count that lags, or that others lower too, not all do.
spend() {
  asked=0 sent=0 since=none at_first='' at_last='' steady=yes
  while :; do
    ask
    accepted window || return 0
    [ "$(told reset)" = "$since" ] || { asked=0 since=$(told reset) at_first=$(told remaining); }
    before=$at_last
    at_last=$(told remaining)
    [ "$asked" = 0 ] || [ "$((${before:-0} - ${at_last:-0}))" = 1 ] || steady=no
    asked=$((asked + 1)) sent=$((sent + 1))
    [ "$asked" -le "$((2 * limit + 1))" ] || return 1
    [ "$sent" -le "$((6 * limit + 6))" ] || return 2
  done
}

# spent: the limit is used up, by as many requests as that takes.
spent() {
  spend
  case $(status window) in 429 | "${1:-429}") return ;; esac
  undecided "needs a rate-limit window that can be filled: after $sent requests the answer was $(status window)"
}

# past_limit STATUS AGAIN: the judged request when the limit is spent, which is answered with this status; asked twice where the count may lag.
past_limit() {
  windows=0
  while [ "$windows" -lt 3 ]; do
    windows=$((windows + 1))
    spent "$1"
    since=$(told reset)
    judge
    holds "$step"
    answer=$?
    [ "$answer" != 0 ] || pass
    if [ "$answer" = 1 ] && [ "$2" = again ]; then
      sleep 3
      judge
      holds "$step"
      answer=$?
    fi
    ask
    # Where a new window has begun meanwhile, the limit was not spent.
    [ "$answer" != 1 ] || accepted window || [ "$(told reset)" != "$since" ] || breach
    next_window
  done
  undecided "needs a rate-limit window that is surely spent: the answer ($(status "$step")) shows neither"
}

# past_limit_step COMMAND...: sends a request when the limit is spent, which has to be refused for it; afterwards the limit is as it was.
past_limit_step() {
  small_limit
  spent
  "$@"
  [ "$(status "$step")" = 429 ] || undecided "needs a rate-limit window: past the limit, step $step was answered with $(status "$step")"
  unlimited
}

# always_refuses: whether there is an end to what is served.
always_refuses() {
  spend
  case $?,$(status window) in
    0,429) pass ;;
    0,"$1") breach ;;
    1,*)
      [ "$limited" = by_itself ] || [ "$limit" = 6 ] || undecided 'needs a rate-limit window that can be filled: the web application set no limit'
      breach
      ;;
  esac
  undecided "needs a rate-limit window that can be filled: after $sent requests the answer was $(status window)"
}

# serves_again: whether the judged request is served once the reset is past, give or take a second.
serves_again() {
  windows=0 late=0
  while [ "$windows" -lt 2 ]; do
    windows=$((windows + 1))
    spent
    [ -n "$(told reset)" ] || undecided 'needs a rate-limit window whose end is told'
    next_window
    judge
    accepted "$step" || { sleep 1; judge; }
    case $(status "$step") in
      2??) [ "$late" -gt 0 ] || pass ;;
      429) late=$((late + 1)) ;;
      *) undecided "after the reset the answer was $(status "$step")" ;;
    esac
    [ "$late" = "$windows" ] || undecided 'needs a rate-limit window in which nobody else sends: it was served late in one of two'
    until_served
  done
  alone
  breach
}

# until_served: waits until there is a window again that is not spent.
until_served() {
  waited=0
  while ask && ! accepted window; do
    waited=$((waited + 1))
    [ "$waited" -le 61 ] || undecided 'needs a rate-limit window that comes to an end'
    sleep 1
  done
}

# refuses_when_spent: whether the answer before a 429 told that nothing remained.
refuses_when_spent() {
  windows=0
  while [ "$windows" -lt 2 ]; do
    windows=$((windows + 1))
    next_window
    spent
    [ -n "$at_last" ] || undecided 'needs a rate-limit window: no answer tells what remains'
    # What remained before a request may be told with it.
    least=0
    [ "$at_first" != "$limit" ] || least=1
    [ "$at_last" -gt "$least" ] || pass
    [ "$steady" = yes ] || undecided 'needs a rate-limit window in which nobody else sends, and a count that does not lag'
  done
  next_window
  alone
  breach
}

# alone: each request of ours lowers what remains by one; where others send too, or the count lags, an answer proves nothing.
alone() {
  windows=0
  while [ "$windows" -lt 3 ]; do
    windows=$((windows + 1))
    falls 3 ask && [ "$fallen" = 3 ] && return
  done
  undecided 'needs a rate-limit window in which nobody else sends: each request of this script is to lower what remains by one'
}

# falls ROUNDS COMMAND...: sends so many rounds of requests within one window; by how much they lowered what remains, late or not, is `fallen`.
falls() {
  rounds=$1 measured=0
  shift
  while [ "$measured" -lt 3 ]; do
    measured=$((measured + 1))
    sleep 3
    ask
    since=$(told reset) before=$(told remaining)
    round=0
    while [ "$round" -lt "$rounds" ]; do
      round=$((round + 1))
      for request; do "$request"; done
    done
    sleep 3
    ask
    after=$(told remaining)
    # A reset that moves on with each answer is that of a sliding window, which gives back what was used before.
    if [ -n "$before" ] && [ "${after:-0}" -gt 0 ] && [ "$(told reset)" = "$since" ]; then
      fallen=$((before - after - 1))
      return 0
    fi
  done
  undecided 'needs a rate-limit window that lasts while some requests are counted'
}

# counts DUE LEAST MOST REQUEST...: whether six rounds of these requests lower what remains by so much; by LEAST to MOST, it is the breach of the run.
counts() {
  due=$1 least=$2 most=$3
  shift 3
  alone
  as_in_run=yes
  falls 6 "$@"
  [ "$as_in_run" = yes ] || undecided 'the requests to be counted were not all answered as in the run'
  counted=$fallen
  [ "$counted" -ne "$due" ] || pass
  alone
  [ "$counted" -lt "$least" ] || [ "$counted" -gt "$most" ] || breach
  undecided "what remained fell by $counted, where $due were due"
}

# tells_one limit|reset REQUEST...: whether the answers to rounds of requests tell the same limit in one window, or no earlier reset than before.
tells_one() {
  what=$1 pairs=0 round=0 was_limit='' was_reset=''
  shift
  while [ "$round" -lt 6 ]; do
    round=$((round + 1))
    for request; do
      "$request"
      is_limit=$(told limit "$step") is_reset=$(told reset "$step")
      if [ -n "$was_reset" ] && [ -n "$is_reset" ]; then
        pairs=$((pairs + 1))
        [ "$what" != reset ] || [ "$is_reset" -ge "$((was_reset - 2))" ] || breach
        [ "$what" != limit ] || [ "$is_reset" != "$was_reset" ] || [ "$is_limit" = "$was_limit" ] || breach
      fi
      was_limit=$is_limit was_reset=$is_reset
    done
  done
  [ "$pairs" -lt 5 ] || pass
  undecided 'needs a rate-limit window whose end is told'
}
