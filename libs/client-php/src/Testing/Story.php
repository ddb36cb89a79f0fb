<?php

declare(strict_types=1);

namespace Nameyard\Testing;

use Nameyard\Errors\ApiKeyInvalidError;
use Nameyard\Json;
use Nameyard\NameyardError;
use Nameyard\Types\ExpectedDelivery;
use Nameyard\Types\FaultParameters;
use Nameyard\Types\FaultView;
use Nameyard\Types\JournalRequest;
use Nameyard\Types\JournalRequestOrJournalDelivery;
use Nameyard\Types\Verified;

/** @internal */
final class Story
{
    private const MAX_REQUESTS = 200;

    public static function of(World $world): string
    {
        $control = $world->client->control;
        // A server that the kit has started stops with the tests.
        $page = (string) getenv('NAMEYARD_URL') === '' ? '' : "\nStory in the portal: " . substr($world->baseUrl, 0, -strlen('/api/v1')) . "/portal/t/{$world->parentTenant}/worlds/{$world->tenant}";
        try {
            $rules = $control->faults->list()->faults;
            $requests = iterator_to_array(new \LimitIterator($control->journal->requests(limit: self::MAX_REQUESTS), 0, self::MAX_REQUESTS), false);
            $deliveries = $control->journal->verify(delivery: new ExpectedDelivery(), times: ['min' => 0])->matches;
        } catch (ApiKeyInvalidError) {
            return "The world {$world->tenant} has ended.{$page}";
        } catch (NameyardError $error) {
            return "The world {$world->tenant} cannot be read: {$error->getMessage()}{$page}";
        }
        $fired = array_combine(array_column($rules, 'id'), array_map(self::header(...), array_column($rules, 'fault')));
        $unused = array_filter($rules, static fn(FaultView $rule): bool => $rule->used === 0);

        return implode("\n", [
            "What happened in the world {$world->tenant}:",
            self::section('Requests', array_map(static fn(JournalRequest $each): string => self::request($each, $fired), $requests)),
            self::section('Deliveries', array_map(self::delivery(...), $deliveries)),
            self::section('Faults that did not fire', array_map(self::rule(...), $unused)),
        ]) . $page;
    }

    /** @param array<string, mixed> $expected */
    public static function ofFailure(array $expected, Verified $result): string
    {
        $lines = ['Expected ' . self::fields($expected) . ", but found {$result->count}.", ...$result->reasons];
        foreach (['Found' => $result->matches, 'Nearest misses' => $result->nearest] as $title => $entries) {
            $found = array_map(static fn(JournalRequestOrJournalDelivery $each): string => '  ' . self::fields($each), $entries);
            array_push($lines, ...($found === [] ? [] : ["{$title}:", ...$found]));
        }

        return implode("\n", $lines);
    }

    /** @param array<string> $lines */
    private static function section(string $title, array $lines): string
    {
        $text = '';
        foreach (array_values($lines) as $index => $line) {
            $text .= sprintf("\n  %d. %s", $index + 1, $line);
        }

        return "{$title}:" . ($text ?: ' none');
    }

    /** @param array<string, string> $fired */
    private static function request(JournalRequest $request, array $fired): string
    {
        return implode(' ', array_filter([
            $request->operation ?? "{$request->method} {$request->path}",
            $request->domain,
            $request->status ?? 'no response',
            $request->code,
            $request->replayed ? 'replayed' : null,
            match ($request->faulted) {
                null => null,
                'header' => 'fault header',
                default => sprintf('fault %s (%s)', $request->faulted, $fired[$request->faulted] ?? 'removed'),
            },
        ]));
    }

    private static function delivery(JournalRequestOrJournalDelivery $delivery): string
    {
        return implode(' ', array_filter([
            $delivery->event,
            $delivery->domain,
            "to {$delivery->receiver}: {$delivery->state},",
            $delivery->attempts === 1 ? '1 attempt' : "{$delivery->attempts} attempts",
            $delivery->altered !== null ? sprintf('altered (%s) by %s', $delivery->altered, $delivery->alteredBy ?? 'a fault') : null,
        ]));
    }

    private static function rule(FaultView $rule): string
    {
        $match = self::fields($rule->match) ?: 'all operations';

        return "{$rule->id} " . self::header($rule->fault) . " for {$match}: 0 of {$rule->times}" . ($rule->skip > 0 ? ", after {$rule->skip}" : '');
    }

    /** Returns a fault as in the header `Sandbox-Fault`. */
    private static function header(FaultParameters $fault): string
    {
        return strtr(substr(self::fields($fault), strlen('kind=')), [', ' => ';']);
    }

    /** @param object|array<string, mixed> $value */
    private static function fields(object|array $value): string
    {
        $fields = [];
        foreach ((array) Json::encode($value) as $name => $each) {
            $fields[] = "{$name}=" . match (true) {
                is_object($each), is_array($each) => '(' . self::fields($each) . ')',
                is_string($each) => $each,
                default => json_encode($each),
            };
        }

        return implode(', ', $fields);
    }
}
