"""What column and rater names usually mean, in English and Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

#: For each role the names it goes by, the likeliest first.
ALIASES: dict[str, tuple[str, ...]] = {
    role: tuple(words.split())
    for role, words in {
        "item": (
            "item item_id item_no itemid sample sample_id subject subject_id unit unit_id task task_id "
            "patient patient_id participant participant_id person person_id specimen specimen_id "
            "example example_id case case_id trace_id question_id document doc_id doc output_id record_id "
            "text_id id message_id response_id custom_id conversation_id conversation conv_id conv "
            "dialogue_id dialog_id thread_id query_id qid prompt_id uuid "
            "受试者 受试者编号 患者 患者编号 病人 "
            "样本 样本id 样本编号 文本编号 编号 题目 题号 条目 项目 序号 对话编号 "
            "会话编号 对话id 会话id 问题编号 样例编号"
        ),
        "rater": (
            "rater rater_id annotator annotator_id worker worker_id coder coder_id judge judge_id grader "
            "reviewer reader observer scorer evaluator examiner operator technician user user_id who "
            "method instrument device meter assay "
            "评价者 仪器 方法 "
            "评分者 评分人 评分员 标注者 标注员 标注人 评审 评委 评估者 专家"
        ),
        "value": (
            "value score rating label grade annotation category code answer verdict measurement measure "
            "measured reading result "
            "分数 得分 评分 标签 等级 打分 类别 测量值 数值 测量 结果 读数"
        ),
        "dimension": "dimension criterion criteria rubric aspect metric key name 维度 评分维度 指标",
        "repeat": "repeat repeat_id replicate trial epoch run occasion visit session 重复 次数 次 第几次",
        "round": "round round_id iteration version 轮次 轮 迭代 版本",
        "rater_kind": "rater_kind rater_type kind annotator_kind annotator_type source_type 评分者类型",
        "case_weights": "weight weights case_weight freq frequency count n 权重 频数",
        "clusters": "cluster cluster_id clusters 聚类 簇",
        "time": (
            "timestamp created_at rated_at annotated_at labeled_at labelled_at submitted_at completed_at "
            "updated_at datetime time date "
            "时间戳 评分时间 标注时间 创建时间 提交时间 完成时间 更新时间 时间 评分日期 标注日期 日期"
        ),
        "seconds": "seconds lead_time duration_seconds 耗时秒数 用时",
        "cost": "cost cost_usd evaluation_cost 成本 费用",
    }.items()
}

#: Roles that only a long table has; in a wide one these names are raters, or nothing.
LONG_ONLY = ("rater", "value", "rater_kind", "seconds", "cost")

SLICES = frozenset(
    [
        "content_type",
        "type",
        "group",
        "domain",
        "department",
        "site",
        "language",
        "lang",
        "topic",
        "stratum",
        "source",
        "task_type",
        "difficulty",
        "内容类型",
        "类型",
        "组别",
        "分组",
        "领域",
        "部门",
        "科室",
        "语言",
        "主题",
        "难度",
        "来源",
    ]
)
NEVER_RATINGS = frozenset(
    [
        *ALIASES["time"],
        "comment",
        "comments",
        "note",
        "notes",
        "reason",
        "rationale",
        "explanation",
        "seconds",
        "lead_time",
        "duration",
        "cost",
        "latency",
        "latency_ms",
        "text",
        "prompt",
        "response",
        "output",
        "input",
        "备注",
        "评论",
        "理由",
        "原因",
        "说明",
        "耗时",
        "成本",
        "文本",
    ]
)

_KINDS: dict[str, tuple[str, ...]] = {
    kind: tuple(words.split())
    for kind, words in {
        "gold": "gold truth groundtruth reference 金标准 标准答案",
        "judge": "judge llm gpt claude gemini llama qwen deepseek mistral model ai bot 模型 机器 大模型",
        "human": "human humans person people expert annotator 人工 专家 人类 标注",
        "code": "code rule regex script 规则 脚本",
    }.items()
}


def words(listed: str) -> tuple[str, ...]:
    """The words of a list with blanks between them."""
    return tuple(listed.split())


def plain_name(name: object) -> str:
    """A name without case, blanks and punctuation: "Item ID" and "item-id" are item_id."""
    return re.sub(r"[\W_]+", "_", str(name).strip().casefold()).strip("_")


def find_roles(names: Iterable[str], roles: Sequence[str]) -> dict[str, str]:
    """For each role the column whose name says so; no column has two roles."""
    plain = {name: plain_name(name) for name in names}
    found: dict[str, str] = {}
    for role in roles:
        hits = [name for name, word in plain.items() if word in ALIASES[role] and name not in found.values()]
        if hits:
            found[role] = min(hits, key=lambda name: ALIASES[role].index(plain[name]))
    return found


def may_be_items(names: Iterable[str]) -> list[str]:
    """The columns whose names say that they name items, the likeliest first."""
    known = ALIASES["item"]
    return sorted((n for n in names if plain_name(n) in known), key=lambda n: known.index(plain_name(n)))


def kind_of(name: object) -> str:
    """What a rater's name, or a word for a kind, says they are: human, judge, code, gold, or nothing."""
    words = re.findall(r"[a-z]+|[^\W\d_a-z]+", str(name).casefold())
    joined = plain_name(name).replace("_", "")
    for kind, signs in _KINDS.items():
        if any(_says(sign, words, joined) for sign in signs):
            return kind
    return ""


def is_kind_word(name: str) -> bool:
    """Whether a name is itself a word for a kind of rater: human, judge, 人工."""
    return any(plain_name(name) in signs for signs in _KINDS.values())


#: What is a machine where somebody else is a person, and may be anything elsewhere.
_MACHINES = frozenset(
    words("system machine auto automatic automated algorithm prediction predicted 系统 机器 自动 算法")
)


def kinds_of_raters(raters: Sequence[str]) -> tuple[str, ...]:
    """What the names of raters say they are; a system beside people is a judge."""
    kinds = [kind_of(rater) for rater in raters]
    if "human" not in kinds:
        return tuple(kinds)
    parts = [set(plain_name(rater).split("_")) for rater in raters]
    return tuple(kind or ("judge" if own & _MACHINES else "") for kind, own in zip(kinds, parts, strict=True))


def _says(sign: str, words: list[str], joined: str) -> bool:
    if not sign.isascii():
        return sign in joined
    return sign in words or (len(sign) > 3 and joined.startswith(sign))
