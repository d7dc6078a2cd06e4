// A TypeScript client taking the walk: it is told what to do on stdin, and tells what it saw on stdout.
// The two client packages differ in what they are made of (`parts`), hardly in how they are called.

import { text } from "node:stream/consumers";

const CHANGES = {
    "notifications/tools/list_changed": "tools",
    "notifications/resources/list_changed": "resources",
    "notifications/prompts/list_changed": "prompts",
};
const LOG_LEVEL = "io.modelcontextprotocol/logLevel";
const STATELESS = "2026-07-28";

class Walker {
    #heard = {};
    #count = 0;
    #expected = 0;
    #wake = () => {};
    #action = "accept";
    #level = null;

    constructor(parts, told) {
        const capabilities = { elicitation: {}, sampling: {}, roots: {} };
        const about = { name: "walker", version: "1.0.0" };
        this.client = new parts.Client(about, { capabilities, ...parts.options(told.mode) });
        const server = { command: told.python, args: ["-m", "dictmcp", told.where], stderr: "ignore" };
        this.transport = told.isUrl ? parts.http(new URL(told.where)) : parts.stdio(server);
        this.#answer(parts);
        this.#listen(parts);
    }

    /** Perform the acts, and tell what came of them. */
    async walk(acts) {
        await this.client.connect(this.transport);
        const seen = [];
        for (const { do: [verb, ...args], wait } of acts) {
            this.#heard = {};
            this.#count = 0;
            this.#expected = wait;
            let outcome;
            try {
                outcome = { result: (await this[verb.replaceAll(" ", "_")](...args)) ?? null };
            } catch (error) {
                if (typeof error.code !== "number") throw error;
                outcome = { error: error.code };
            }
            await this.#all();
            seen.push({ ...outcome, heard: this.#heard });
        }
        const revision = this.client.getNegotiatedProtocolVersion?.() ?? this.transport.protocolVersion ?? null;
        await this.client.close();
        return { revision, seen };
    }

    async #all() {
        while (this.#count < this.#expected) await new Promise((resolve) => (this.#wake = resolve));
    }

    #hear(kind, what) {
        (this.#heard[kind] ??= []).push(what);
        this.#count += 1;
        this.#wake();
    }

    #answer(parts) {
        parts.onRequest(this.client, "elicitation/create", ({ params }) => {
            this.#hear("asked", params.message);
            const accepts = this.#action === "accept";
            return { action: this.#action, ...(accepts && { content: { name: "Ada" } }) };
        });
        parts.onRequest(this.client, "sampling/createMessage", ({ params }) => {
            const [{ content }] = params.messages;
            this.#hear("sampled", (Array.isArray(content) ? content[0] : content).text);
            return { role: "assistant", model: "a-model", content: { type: "text", text: "A leaf." } };
        });
        parts.onRequest(this.client, "roots/list", () => {
            this.#hear("roots", true);
            return { roots: [{ uri: "file:///garden" }] };
        });
    }

    #listen(parts) {
        for (const [method, name] of Object.entries(CHANGES)) {
            parts.onNotification(this.client, method, () => this.#hear("changed", name));
        }
        parts.onNotification(this.client, "notifications/resources/updated", ({ params }) => {
            this.#hear("changed", ["resource", params.uri]);
        });
        parts.onNotification(this.client, "notifications/message", ({ params }) => {
            this.#hear("log", [params.level, params.logger, params.data]);
        });
    }

    get #isStateless() {
        return this.client.getNegotiatedProtocolVersion?.() === STATELESS;
    }

    // -- verbs ------------------------------------------------------------------------------------

    async list(what) {
        const [list, read, key] = {
            tools: ["listTools", "tools", "name"],
            resources: ["listResources", "resources", "uri"],
            templates: ["listResourceTemplates", "resourceTemplates", "uriTemplate"],
            prompts: ["listPrompts", "prompts", "name"],
        }[what];
        const found = [];
        let cursor;
        do {
            const page = await this.client[list](cursor === undefined ? undefined : { cursor });
            found.push(...page[read].map((one) => one[key]));
            cursor = page.nextCursor;
        } while (cursor !== undefined);
        return found;
    }

    async call(name, args, then) {
        const meta = this.#level && this.#isStateless ? { _meta: { [LOG_LEVEL]: this.#level } } : {};
        const onprogress = ({ progress, total, message }) => {
            // @modelcontextprotocol/client also tells of its own rounds of answers, without a total.
            if (total !== undefined) this.#hear("progress", [progress, total, message]);
        };
        const result = this.client.callTool({ name, arguments: args, ...meta }, { onprogress });
        if (then) {
            await this.#all();
            await this.client.callTool({ name: then, arguments: {} });
        }
        return result;
    }


    read(uri) {
        return this.client.readResource({ uri });
    }

    prompt(name, args) {
        return this.client.getPrompt({ name, arguments: args });
    }

    async complete_prompt(name, argument, value) {
        const ref = { type: "ref/prompt", name };
        return (await this.client.complete({ ref, argument: { name: argument, value } })).completion;
    }

    async complete_resource(uri, argument, value) {
        const ref = { type: "ref/resource", uri };
        return (await this.client.complete({ ref, argument: { name: argument, value } })).completion;
    }

    answer(action) {
        this.#action = action;
    }

    async log_level(level) {
        this.#level = level;
        if (!this.#isStateless) await this.client.setLoggingLevel(level);
    }

    async subscribe(uri) {
        await this.client.subscribeResource({ uri });
    }

    async unsubscribe(uri) {
        await this.client.unsubscribeResource({ uri });
    }

    async listen(uri) {
        const lists = { toolsListChanged: true, resourcesListChanged: true, promptsListChanged: true };
        this.listening = await this.client.listen({ ...lists, resourceSubscriptions: [uri] });
    }

    async stop_listening() {
        await this.listening.close();
    }
}

/** Read what to do, do it, and tell. */
export async function walk(parts) {
    const told = JSON.parse(await text(process.stdin));
    process.stdout.write(JSON.stringify(await new Walker(parts, told).walk(told.acts)));
}
